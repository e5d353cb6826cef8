import { existsSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { type Schema, schemaOfStore, StoreError } from '../../../engine/index.ts';
import { PROJECT, entryStatus } from '../system/index.ts';

/** The database package. `require`, because it is CommonJS: an import would take 5 ms more at every start. */
const Database = createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite;

/**
 * Opens the database `file`, or a database in memory with the content `file`. The caller closes it. Views, triggers and indexes
 * may only use harmless functions and virtual tables; the package keeps SQL from changing the schema by hand.
 * @throws {SqliteError} when it cannot be opened.
 * @throws {StoreError} when one of its files is not a regular file.
 */
export function openSqlite(file: string | Buffer, options: Sqlite.Options = {}): Sqlite.Database {
  if (typeof file === 'string' && file !== IN_MEMORY && file !== TEMPORARY) requireFiles(file);
  const db = new Database(file, { ...options, ...binding() });
  db.pragma('trusted_schema = OFF');
  return db;
}

export const IN_MEMORY = ':memory:';
/** The name by which SQLite makes a temporary database. */
export const TEMPORARY = '';

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

/** Suffixes of the files that SQLite creates beside a database. SQLite would wait for a pipe and follow a link. */
const COMPANION_SUFFIXES = ['-wal', '-shm', '-journal'];

/** @throws {StoreError} when `file` or one of its companion files is not a regular file. */
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
  for (const companion of COMPANION_SUFFIXES.map((ending) => real + ending))
    if (entryStatus(companion)?.isFile() === false)
      throw new StoreError(
        'store-unreadable',
        companion,
        'This is a link, a folder, a device or a pipe in the place of a file of the database. Delete it.',
      );
}

/**
 * Options with the path of the native module. The package's own module needs Node-API 10; the setup script builds one for older
 * runtimes.
 */
function binding(): Sqlite.Options {
  if (Number(process.versions['napi']) >= 10) return {};
  return { nativeBinding: join(PROJECT, 'node_modules/.cache/orrery/better_sqlite3.node') };
}
