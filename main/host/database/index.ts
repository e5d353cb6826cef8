export { IN_MEMORY, openDatabase, type OpenDatabase, openForReading } from './open-database.ts';
export { isAlive, ownName } from './process-owner.ts';
export { type Cell, openToQuery, type QueryableDatabase, type QueryResult } from './query-database.ts';
export { isLocked, type Waiting, whenUnlocked } from './when-unlocked.ts';
