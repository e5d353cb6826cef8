import type Sqlite from 'better-sqlite3';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT } from './places.ts';

/** A package of CommonJS: to import it would take Node twice as long, 5 ms of every start. */
const Database = createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite;

/** The database in `file`. Whoever opens it closes it. @throws {SqliteError} when it cannot be opened. */
export const openSqlite = (file: string): Sqlite.Database => new Database(file, binding());

/** The binding that comes with the package needs Node-API 10; set-up builds one for older runtimes. */
function binding(): Sqlite.Options {
  if (Number(process.versions['napi']) >= 10) return {};
  return { nativeBinding: join(PROJECT, 'node_modules/.cache/orrery/better_sqlite3.node') };
}
