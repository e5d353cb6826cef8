import { RowChecksum, type Crc32 } from './column-values.ts';

/** The part of better-sqlite3's `Database` that the store needs. The caller closes it. */
export interface Database {
  /** The path of the file, or `:memory:`. */
  readonly name: string;
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  prepare<Parameters extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
  transaction<Parameters extends unknown[], Answer>(
    work: (...parameters: Parameters) => Answer,
  ): {
    deferred(...parameters: Parameters): Answer;
    immediate(...parameters: Parameters): Answer;
  };
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
 * The numbers of rows that one statement inserts, largest first. Inserting 64 rows at once halves the time; inserting the rest 8
 * at a time saves half of that again.
 */
const ROWS_AT_ONCE = [64, 8, 1] as const;

/** Inserts rows of one table in order, each with its checksum, many with one statement. */
export class RowInserter {
  readonly #db: Database;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #checksum: RowChecksum;
  /** The prepared statements, by the columns that they fill and the number of rows. */
  readonly #inserts = new Map<number, Map<number, Statement<unknown[], unknown>>>();
  /** The union of all columns that mixed rows have filled so far, so that one statement serves all mixtures. */
  #mixed = 0;
  /** The values of rows that are not inserted yet, including the row that is being filled. */
  #pending: unknown[] = [];
  /** The columns filled in each complete row, as bits. */
  #rows: number[] = [];
  /** The columns filled in the current row, as bits. */
  #filled = 0;

  /** @param columns at most 32 columns of the table, which also has a column "checksum" */
  constructor(db: Database, table: string, columns: readonly string[], crc32: Crc32) {
    this.#db = db;
    this.#table = table;
    this.#columns = columns;
    this.#checksum = new RowChecksum(crc32);
  }

  /** Fills a column of the current row. Columns are filled in their declared order; columns that are not set are NULL. */
  set(column: number, value: unknown): void {
    this.#pending.push(value);
    this.#filled |= 1 << column;
    this.#checksum.add(column, value);
  }

  /** Completes the current row. */
  endRow(): void {
    this.#pending.push(this.#checksum.end());
    this.#rows.push(this.#filled);
    this.#filled = 0;
    if (this.#rows.length === ROWS_AT_ONCE[0]) this.flush();
  }

  /** Inserts the completed rows. */
  flush(): void {
    let [row, at] = [0, 0];
    for (const count of ROWS_AT_ONCE)
      for (; row + count <= this.#rows.length; row += count) at = this.#insert(row, count, at);
    this.clear();
  }

  /** Discards rows that are not inserted yet. */
  clear(): void {
    this.#pending = [];
    this.#rows = [];
    this.#filled = 0;
    this.#checksum.clear();
  }

  /** Inserts `count` rows, whose values begin at `start`. Returns the start of the next row's values. */
  #insert(first: number, count: number, start: number): number {
    const rows = this.#rows.slice(first, first + count);
    const [columns = 0] = rows;
    if (rows.every((filled) => filled === columns)) {
      const end = start + count * (numberOfBits(columns) + 1);
      this.#statement(columns, count).run(...this.#pending.slice(start, end));
      return end;
    }
    for (const filled of rows) this.#mixed |= filled;
    const values: unknown[] = [];
    let at = start;
    for (const filled of rows) {
      for (let left = this.#mixed; left !== 0; left &= left - 1)
        values.push((filled & left & -left) === 0 ? null : this.#pending[at++]);
      values.push(this.#pending[at++]);
    }
    this.#statement(this.#mixed, count).run(...values);
    return at;
  }

  /** The statement that inserts `rows` rows with these columns. */
  #statement(columns: number, rows: number): Statement<unknown[], unknown> {
    const known = this.#inserts.get(columns) ?? new Map<number, Statement<unknown[], unknown>>();
    const insert = known.get(rows) ?? this.#prepare(columns, rows);
    this.#inserts.set(columns, known.set(rows, insert));
    return insert;
  }

  #prepare(columns: number, rows: number): Statement<unknown[], unknown> {
    const names = this.#columns.filter((_, column) => (columns & (1 << column)) !== 0);
    names.push('checksum');
    const row = `(${names.map(() => '?').join()})`;
    const list = Array<string>(rows).fill(row).join();
    return this.#db.prepare(`INSERT INTO ${this.#table} (${names.join()}) VALUES ${list}`);
  }
}

function numberOfBits(bits: number): number {
  let number = 0;
  for (let left = bits; left !== 0; left &= left - 1) number++;
  return number;
}
