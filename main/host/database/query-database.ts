import { statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import {
  checkReadable,
  openDamagedStore,
  type Store,
  StoreError,
  storeErrorOf,
} from '../../../engine/index.ts';
import { packing, ProblemError } from '../system/index.ts';
import { copyDatabase, isWritable } from './open-database.ts';
import { openSqlite, ourSchema } from './open-sqlite.ts';

/** A value in a row. Integers that JavaScript cannot represent exactly are bigints. */
export type Cell = string | number | bigint | Uint8Array | null;

/** The result of a query. Rows are read from the database while they are iterated. */
export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** A read-only database for SQL queries. Dispose of it when done. */
export interface QueryableDatabase extends Disposable {
  /** Whether this is a copy, because SQLite cannot read a file in a read-only folder. */
  readonly copied: boolean;
  /** Damage found in the database, one sentence each. Queries read damaged rows as they are. */
  readonly damage: readonly string[];
  /**
   * The rows of one statement, with `parameters` for its question marks.
   * @throws {ProblemError} `bad-query` when it is not a single read-only statement, or SQLite refuses it; also while iterating,
   * when SQLite finds a problem in the data.
   */
  query(sql: string, ...parameters: readonly Cell[]): QueryResult;
}

/**
 * Opens the database `file` for SQL queries.
 * @throws {StoreError} when it is not a database of runs, or has another version.
 * @throws {ProblemError} when it cannot be copied.
 */
export function openToQuery(file: string): QueryableDatabase {
  const copy = isWritable(file) ? undefined : copyDatabase(file);
  let db: Sqlite.Database | undefined;
  const close = (): void => {
    db?.close();
    copy?.[Symbol.dispose]();
  };
  try {
    // Not opened as read-only: SQLite would leave its -wal and -shm files behind.
    db = openSqlite(copy?.file ?? file, { fileMustExist: true });
    db.pragma('query_only = ON');
    checkReadable(db, ourSchema);
    const opened = db;
    return {
      copied: copy !== undefined,
      damage:
        statSync(file).size > MAX_CHECKED_BEFORE_QUERY
          ? []
          : damageIn(openDamagedStore(db, packing, ourSchema)),
      query: (sql, ...parameters) => query(opened, sql, parameters),
      [Symbol.dispose]: close,
    };
  } catch (thrown) {
    close();
    throw storeErrorOf(file, thrown);
  }
}

/** The maximum size of a file whose runs are checked for damage before a query. */
const MAX_CHECKED_BEFORE_QUERY = 8 * 1024 * 1024; // bytes

function damageIn(store: Store): readonly string[] {
  const damage = store.runs().flatMap(({ id }) => {
    try {
      store.checkRun(id);
      return [];
    } catch (thrown) {
      if (!(thrown instanceof StoreError)) throw thrown;
      return [thrown.message];
    }
  });
  return [...store.damage(), ...damage];
}

function query(db: Sqlite.Database, sql: string, parameters: readonly Cell[]): QueryResult {
  const statement = asQuery(db, 'Write one statement.', () => db.prepare<unknown[], unknown[]>(sql));
  // SQLite counts ATTACH as reading, but it returns no rows.
  if (!statement.reader || !statement.readonly)
    throw new ProblemError('bad-query', 'The query may only read: write one SELECT.');
  const bound = withParameters(statement.raw().safeIntegers(), parameters);
  return { columns: statement.columns().map(({ name }) => name), rows: cellsOf(db, bound) };
}

type Statement = Sqlite.Statement<unknown[], unknown[]>;

/** @throws {ProblemError} `bad-query` when a question mark or a named parameter has no value. */
function withParameters(statement: Statement, parameters: readonly Cell[]): Statement {
  try {
    return statement.bind(...parameters);
  } catch (thrown) {
    if (thrown instanceof RangeError || thrown instanceof TypeError)
      throw new ProblemError('bad-query', 'Write the values themselves in place of ? and :name.');
    throw thrown;
  }
}

function* cellsOf(db: Sqlite.Database, statement: Statement): Generator<readonly Cell[]> {
  // Starts with the first row taken: the connection cannot be closed while a statement is iterated.
  const rows = statement.iterate();
  try {
    for (;;) {
      const next = asQuery(db, 'A row is too large.', () => rows.next());
      if (next.done === true) return;
      yield next.value.map((cell) =>
        typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : (cell as Cell),
      );
    }
  } finally {
    rows.return?.();
  }
}

/** Runs `work`, and converts SQL errors into a {@link ProblemError}. `outOfRange` is the message for a range error of the binding. */
function asQuery<Answer>(db: Sqlite.Database, outOfRange: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    const { code, message } = thrown as Error & { readonly code?: unknown };
    if (thrown instanceof RangeError) throw new ProblemError('bad-query', outOfRange);
    if (code === 'SQLITE_TOOBIG') throw new ProblemError('bad-query', 'A value is too long.');
    if (code === 'SQLITE_ERROR') {
      const views = message.startsWith('no such table') ? ` The views are ${viewsOf(db)}.` : '';
      throw new ProblemError(
        'bad-query',
        `${message}.${views} docs/database.md describes views and columns.`,
      );
    }
    throw storeErrorOf(db.name, thrown);
  }
}

/** The names of the views, which queries should use. */
function viewsOf(db: Sqlite.Database): string {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'view' LIMIT 50")
    .pluck()
    .all();
  return names.join(', ');
}
