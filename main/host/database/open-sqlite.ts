import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { type Schema, schemaOfStore } from '../../../engine/index.ts';
import { PROJECT } from '../system/index.ts';

/** `require`, because the package is CommonJS: an import would take Node twice as long, 5 ms more at every start. */
const Database = createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite;

/**
 * The database in `file`. The caller closes it. Its views, triggers and indexes may only use functions and virtual tables that are
 * harmless; the package itself keeps SQL from changing the schema by hand.
 *
 * @throws {SqliteError} when it cannot be opened.
 */
export function openSqlite(file: string, options: Sqlite.Options = {}): Sqlite.Database {
  const db = new Database(file, { ...options, ...binding() });
  db.pragma('trusted_schema = OFF');
  return db;
}

let schema: Schema | undefined;

/** The schema that every database of runs has. */
export function ourSchema(): Schema {
  if (schema !== undefined) return schema;
  const db = openSqlite(':memory:');
  try {
    return (schema = schemaOfStore(db));
  } finally {
    db.close();
  }
}

/** The package's own binding needs Node-API 10; the setup script builds one for older runtimes. */
function binding(): Sqlite.Options {
  if (Number(process.versions['napi']) >= 10) return {};
  return { nativeBinding: join(PROJECT, 'node_modules/.cache/orrery/better_sqlite3.node') };
}
