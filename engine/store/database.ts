import { RowChecksum, type Crc32 } from './column-values.ts';

/** The part of better-sqlite3's `Database` that the store needs. The opener also closes it. */
export interface Database {
  /** The file, or `:memory:`. */
  readonly name: string;
  readonly inTransaction: boolean;
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
  /** Makes queries return the first column of a row instead of the row. */
  pluck(): this;
  /** Makes queries return a row as a list of its columns. */
  raw(): this;
}

/**
 * The numbers of rows that one statement inserts, largest first. Inserting rows one by one takes twice as long as 64 at once;
 * short runs have few rows of one shape, for which 8 at once save half of that.
 */
const ROWS_AT_ONCE = [64, 8, 1] as const;

/** Rows that fill the same columns, so that one statement can insert them. */
interface Shape {
  /** A bit for each column. */
  readonly columns: number;
  /** The statements that insert so many rows, as far as they were needed. */
  readonly inserts: Map<number, Statement<unknown[], unknown>>;
}

/** Inserts rows of one table in order, each with its checksum: neighbours that fill the same columns by one statement. */
export class RowInserter {
  readonly #db: Database;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #shapes = new Map<number, Shape>();
  readonly #checksum: RowChecksum;
  /** The values of the rows that are not inserted yet, all of one shape, and of the row that is being filled. */
  #pending: unknown[] = [];
  #pendingRows = 0;
  #shape: Shape | undefined;
  /** The row that is being filled: its start in `#pending`, and its columns. */
  #start = 0;
  #filled = 0;

  /** `columns` are at most 53 columns of the table, which also has a column "checksum". */
  constructor(db: Database, table: string, columns: readonly string[], crc32: Crc32) {
    this.#db = db;
    this.#table = table;
    this.#columns = columns;
    this.#checksum = new RowChecksum(crc32);
  }

  /** Fills a column of the current row. Columns are filled in their declared order; columns that are not set are NULL. */
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
    if (this.#pendingRows === ROWS_AT_ONCE[0]) this.flush();
  }

  /** Inserts the completed rows. */
  flush(): void {
    const length = this.#start / this.#pendingRows;
    let at = 0;
    for (const rows of ROWS_AT_ONCE)
      for (const size = rows * length; at + size <= this.#start; at += size)
        this.#insert(rows).run(this.#pending.slice(at, at + size));
    this.clear();
  }

  /** Discards rows that are not inserted yet. */
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
    const shape = this.#shapes.get(columns) ?? { columns, inserts: new Map() };
    this.#shapes.set(columns, shape);
    return shape;
  }

  /** The statement that inserts this number of rows of the current shape. */
  #insert(rows: number): Statement<unknown[], unknown> {
    const { columns, inserts } = this.#shape!;
    const insert = inserts.get(rows) ?? this.#prepare(columns, rows);
    inserts.set(rows, insert);
    return insert;
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
