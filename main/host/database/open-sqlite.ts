import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { PROJECT } from '../system/index.ts';

/** `require`, because the package is CommonJS: an import would take Node twice as long, 5 ms more at every start. */
const Database = createRequire(import.meta.url)('better-sqlite3') as typeof Sqlite;

/** The database in `file`. The caller closes it. @throws {SqliteError} when it cannot be opened. */
export const openSqlite = (file: string, options: Sqlite.Options = {}): Sqlite.Database =>
  new Database(file, { ...options, ...binding() });

/** The package's own binding needs Node-API 10; the setup script builds one for older runtimes. */
function binding(): Sqlite.Options {
  if (Number(process.versions['napi']) >= 10) return {};
  return { nativeBinding: join(PROJECT, 'node_modules/.cache/orrery/better_sqlite3.node') };
}
