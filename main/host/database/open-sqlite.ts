import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { type Schema, schemaOfStore, StoreError } from '../../../engine/index.ts';
import { PROJECT, statusOf } from '../system/index.ts';

/** `require`, because the package is CommonJS: an import would take Node twice as long, 5 ms more at every start. */
const Database = createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite;

/**
 * The database in `file`, or in memory with the content `file`. The caller closes it. Its views, triggers and indexes may only use functions and virtual tables that are
 * harmless; the package itself keeps SQL from changing the schema by hand.
 *
 * @throws {SqliteError} when it cannot be opened.
 * @throws {StoreError} when one of its files is none.
 */
export function openSqlite(file: string | Buffer, options: Sqlite.Options = {}): Sqlite.Database {
  if (typeof file === 'string' && file !== IN_MEMORY) requireFiles(file);
  const db = new Database(file, { ...options, ...binding() });
  db.pragma('trusted_schema = OFF');
  return db;
}

export const IN_MEMORY = ':memory:';

let schema: Schema | undefined;

/** The schema that every database of runs has. */
export function ourSchema(): Schema {
  if (schema !== undefined) return schema;
  const db = openSqlite(IN_MEMORY);
  try {
    return (schema = schemaOfStore(db));
  } finally {
    db.close();
  }
}

/** Ends of the names of files that SQLite makes beside a database. It waits for a pipe, and writes where a link leads. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

/** @throws {StoreError} when `file`, or what has the name of a companion of it, is no regular file. */
export function requireFiles(file: string): void {
  // A link that leads nowhere counts as none: SQLite makes the file.
  const found = existsSync(file) ? statSync(file) : undefined;
  if (found?.isFile() === false)
    throw new StoreError(
      'store-unreadable',
      file,
      'This is a folder, a device or a pipe. Give the path of a file.',
    );
  const real = found === undefined ? file : realpathSync(file);
  for (const companion of COMPANIONS.map((ending) => real + ending))
    if (statusOf(companion)?.isFile() === false)
      throw new StoreError(
        'store-unreadable',
        companion,
        'This is a link, a folder, a device or a pipe in the place of a file of the database. Delete it.',
      );
}

/** The package's own binding needs Node-API 10; the setup script builds one for older runtimes. */
function binding(): Sqlite.Options {
  if (Number(process.versions['napi']) >= 10) return {};
  return { nativeBinding: join(PROJECT, 'node_modules/.cache/orrery/better_sqlite3.node') };
}
