/** The part of better-sqlite3's `Database` the store needs. Who opens it closes it. */
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
}
