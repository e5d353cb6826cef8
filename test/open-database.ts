import type { Database } from 'better-sqlite3';
import { openSqlite } from '../main/host/database/open-sqlite.ts';

export { packing } from '../main/host/system/hash-and-compress.ts';

/** A database in memory, or in `file`. Whoever opens it closes it. */
export const openDatabase = (file = ':memory:'): Database => openSqlite(file);
