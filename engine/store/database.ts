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

/** So many shapes have their statements kept. */
const MOST_SHAPES = 500;

/** What rows share that can go into one statement: which columns they fill, and the repeated values among them. */
interface Shape {
  /** A bit is set for each column that is bound, or repeated. */
  readonly bound: number;
  readonly repeated: number;
  readonly values: readonly (string | number)[];
  readonly insertOne: Statement<unknown[], unknown>;
  insertMany?: Statement<unknown[], unknown>;
}

/**
 * Inserts rows of one table in order, each with its checksum. Neighbours of one shape go in twenty at a time, and their repeated values stand in the
 * statement, for to bind a text takes as long as to write it. Without both, recording small entries takes half as long again.
 */
export class RowInserter {
  readonly #db: Database;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #shapes = new Map<string, Shape>();
  /** What is bound by the rows that are not inserted yet, all of one shape, and by the row that is being filled. */
  #pending: unknown[] = [];
  #pendingRows = 0;
  #shape: Shape | undefined;
  /** The row that is being filled: where it begins in `#pending`, its columns, and its repeated values. */
  #start = 0;
  #bound = 0;
  #repeated = 0;
  readonly #values: (string | number)[] = [];
  #valueCount = 0;
  readonly #checksum: RowChecksum;

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
    this.#bound += BITS[column]!;
    this.#checksum.add(column, value);
  }

  /** Fills a column with a value that the rows beside this one mostly have, too. */
  repeat(column: number, value: string | number): void {
    this.#values[this.#valueCount++] = value;
    this.#repeated += BITS[column]!;
    this.#checksum.add(column, value);
  }

  /** Completes the current row. */
  endRow(): void {
    this.#pending.push(this.#checksum.end());
    if (this.#shape === undefined || !this.#hasShape(this.#shape)) {
      const row = this.#pending.splice(this.#start);
      const shape = this.#shapeOfRow();
      this.flush();
      this.#pending = row;
      this.#shape = shape;
    }
    this.#pendingRows++;
    this.#beginRow();
    if (this.#pendingRows < ROWS_AT_ONCE) return;
    this.#shape.insertMany ??= this.#prepare(this.#shape, ROWS_AT_ONCE);
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
    this.#bound = 0;
    this.#repeated = 0;
    this.#valueCount = 0;
  }

  #hasShape({ bound, repeated, values }: Shape): boolean {
    if (bound !== this.#bound || repeated !== this.#repeated) return false;
    for (let nth = 0; nth < values.length; nth++) if (values[nth] !== this.#values[nth]) return false;
    return true;
  }

  #shapeOfRow(): Shape {
    const values = this.#values.slice(0, this.#valueCount);
    const key = JSON.stringify([this.#bound, this.#repeated, values]);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      const parts = { bound: this.#bound, repeated: this.#repeated, values };
      shape = { ...parts, insertOne: this.#prepare(parts, 1) };
      if (this.#shapes.size === MOST_SHAPES) this.#shapes.clear();
      this.#shapes.set(key, shape);
    }
    return shape;
  }

  #prepare(
    { bound, repeated, values }: Omit<Shape, 'insertOne'>,
    rows: number,
  ): Statement<unknown[], unknown> {
    const names: string[] = [];
    const row: string[] = [];
    let nth = 0;
    for (const [column, name] of this.#columns.entries()) {
      const isRepeated = hasBit(repeated, column);
      if (!isRepeated && !hasBit(bound, column)) continue;
      names.push(name);
      row.push(isRepeated ? literalOf(values[nth++]!) : '?');
    }
    names.push('checksum');
    row.push('?');
    const list = Array<string>(rows).fill(`(${row.join()})`).join();
    return this.#db.prepare(`INSERT INTO ${this.#table} (${names.join()}) VALUES ${list}`);
  }
}

const BITS = Array.from({ length: 53 }, (_, bit) => 2 ** bit);

const hasBit = (bits: number, bit: number): boolean => Math.floor(bits / BITS[bit]!) % 2 === 1;

/** `value` as SQL writes it. In no literal may a NUL character stand. */
const literalOf = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : value
        .split('\0')
        .map((part) => `'${part.replaceAll("'", "''")}'`)
        .join(' || char(0) || ');
