export { IN_MEMORY } from './open-sqlite.ts';
export {
  isLocked,
  LOCK_REST,
  LOCK_TIMEOUT,
  type MemoryDatabase,
  openDatabase,
  type OpenDatabase,
  openForReading,
  openInMemory,
  openTemporary,
  openPatiently,
  openUnlocked,
  type OnBlockingWait,
  type Waiting,
  whenUnlocked,
} from './open-database.ts';
export { cellText, csvLines, objectLines, withLineBreaks } from './query-lines.ts';
export { lockFile, isFileLocked } from './file-lock.ts';
export { ownerWords, ownName, ProcessOwners } from './process-owner.ts';
export { QueryWorker } from './query-worker.ts';
export { type Cell, openToQuery, type QueryableDatabase, type QueryResult } from './query-database.ts';
