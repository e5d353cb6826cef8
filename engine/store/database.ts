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
const ROWS_AT_ONCE = 16;

interface Inserts {
  readonly one: Statement<unknown[], unknown>;
  readonly many: Statement<unknown[], unknown>;
}

/**
 * Inserts rows of one table in order, naming only the columns that a row fills. Rows that fill the same columns go in
 * sixteen at a time: one by one, and with a NULL bound to every empty column, recording takes half as long again.
 */
export class RowInserter {
  readonly #db: Database;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #inserts = new Map<number, Inserts>();
  /** Complete rows that are not inserted yet, all with the columns of `#pendingColumns`. */
  #pending: unknown[][] = [];
  #pendingColumns = 0;
  /** The row that is being filled; a bit is set for each of its columns. */
  #row: unknown[] = [];
  #rowColumns = 0;

  /** A table of at most 53 columns. */
  constructor(db: Database, table: string, columns: readonly string[]) {
    this.#db = db;
    this.#table = table;
    this.#columns = columns;
  }

  /** Fills a column of the current row. Columns are filled in the order in which they were named. */
  set(column: number, value: unknown): void {
    this.#row.push(value);
    this.#rowColumns += 2 ** column;
  }

  /** Completes the current row. */
  endRow(): void {
    if (this.#rowColumns !== this.#pendingColumns) {
      this.flush();
      this.#pendingColumns = this.#rowColumns;
    }
    this.#pending.push(this.#row);
    this.#row = [];
    this.#rowColumns = 0;
    if (this.#pending.length === ROWS_AT_ONCE) {
      this.#insertsFor(this.#pendingColumns).many.run(...this.#pending);
      this.#pending = [];
    }
  }

  /** Inserts what is complete. */
  flush(): void {
    if (this.#pending.length === 0) return;
    const { one } = this.#insertsFor(this.#pendingColumns);
    for (const row of this.#pending) one.run(row);
    this.#pending = [];
  }

  /** Forgets what is not inserted yet. */
  clear(): void {
    this.#pending = [];
    this.#row = [];
    this.#rowColumns = 0;
  }

  #insertsFor(columns: number): Inserts {
    const known = this.#inserts.get(columns);
    if (known !== undefined) return known;
    const names = this.#columns.filter((_, column) => Math.floor(columns / 2 ** column) % 2 === 1);
    const row = `(${names.map(() => '?').join()})`;
    const insert = (rows: number): Statement<unknown[], unknown> =>
      this.#db.prepare(
        `INSERT INTO ${this.#table} (${names.join()}) VALUES ${Array<string>(rows).fill(row).join()}`,
      );
    const inserts = { one: insert(1), many: insert(ROWS_AT_ONCE) };
    this.#inserts.set(columns, inserts);
    return inserts;
  }
}
