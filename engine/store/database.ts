import { RowChecksum, type Crc32 } from './columns.ts';

/** The part of better-sqlite3's `Database` that the store needs. Whoever opens it closes it. */
export interface Database {
  /** The file, or `:memory:`. */
  readonly name: string;
  exec(sql: string): unknown;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
  transaction<Parameters extends unknown[], Answer>(
    work: (...parameters: Parameters) => Answer,
  ): { immediate(...parameters: Parameters): Answer };
}

interface Statement<Parameters extends unknown[], Row> {
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  /** Answers the first column of a row instead of the row. */
  pluck(): this;
  /** Answers a row as a list of its columns. */
  raw(): this;
}

/** Rows that go into one statement. */
const ROWS_AT_ONCE = 20;

/** Rows that fill the same columns, which one statement can insert. */
interface Shape {
  /** A bit is set for each column. */
  readonly columns: number;
  readonly insertOne: Statement<unknown[], unknown>;
  insertMany?: Statement<unknown[], unknown>;
}

/**
 * Inserts rows of one table in order, each with its checksum. Neighbours that fill the same columns go in twenty at a time:
 * one by one, recording small entries takes a third longer.
 */
export class RowInserter {
  readonly #db: Database;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #shapes = new Map<number, Shape>();
  readonly #checksum: RowChecksum;
  /** What is bound by the rows that are not inserted yet, all of one shape, and by the row that is being filled. */
  #pending: unknown[] = [];
  #pendingRows = 0;
  #shape: Shape | undefined;
  /** The row that is being filled: where it begins in `#pending`, and its columns. */
  #start = 0;
  #filled = 0;

  /** A table of at most 53 `columns`, and one more, "checksum". */
  constructor(db: Database, table: string, columns: readonly string[], crc32: Crc32) {
    this.#db = db;
    this.#table = table;
    this.#columns = columns;
    this.#checksum = new RowChecksum(crc32);
  }

  /** Fills a column of the current row. Columns are filled in the order in which they were named; what is not is NULL. */
  set(column: number, value: unknown): void {
    this.#pending.push(value);
    this.#filled += BITS[column]!;
    this.#checksum.add(column, value);
  }

  /** Completes the current row. */
  endRow(): void {
    this.#pending.push(this.#checksum.end());
    if (this.#shape?.columns !== this.#filled) {
      const row = this.#pending.splice(this.#start);
      const columns = this.#filled;
      this.flush();
      this.#pending = row;
      this.#shape = this.#shapeOf(columns);
    }
    this.#pendingRows++;
    this.#beginRow();
    if (this.#pendingRows < ROWS_AT_ONCE) return;
    this.#shape.insertMany ??= this.#prepare(this.#shape.columns, ROWS_AT_ONCE);
    this.#shape.insertMany.run(this.#pending);
    this.clear();
  }

  /** Inserts what is complete. */
  flush(): void {
    const length = this.#start / this.#pendingRows;
    for (let at = 0; at < this.#start; at += length)
      this.#shape!.insertOne.run(this.#pending.slice(at, at + length));
    this.clear();
  }

  /** Forgets what is not inserted yet. */
  clear(): void {
    this.#pending = [];
    this.#pendingRows = 0;
    this.#checksum.clear();
    this.#beginRow();
  }

  #beginRow(): void {
    this.#start = this.#pending.length;
    this.#filled = 0;
  }

  #shapeOf(columns: number): Shape {
    let shape = this.#shapes.get(columns);
    if (shape === undefined) {
      shape = { columns, insertOne: this.#prepare(columns, 1) };
      this.#shapes.set(columns, shape);
    }
    return shape;
  }

  #prepare(columns: number, rows: number): Statement<unknown[], unknown> {
    const names = this.#columns.filter((_, column) => Math.floor(columns / BITS[column]!) % 2 === 1);
    names.push('checksum');
    const row = `(${names.map(() => '?').join()})`;
    const list = Array<string>(rows).fill(row).join();
    return this.#db.prepare(`INSERT INTO ${this.#table} (${names.join()}) VALUES ${list}`);
  }
}

const BITS = Array.from({ length: 53 }, (_, bit) => 2 ** bit);
