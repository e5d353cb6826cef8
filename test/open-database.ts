import type { Database } from 'better-sqlite3';
import { openSqlite } from '../main/sqlite.ts';

export { packing } from '../main/packing.ts';

/** A database in memory, or in `file`. Whoever opens it closes it. */
export const openDatabase = (file = ':memory:'): Database => openSqlite(file);
