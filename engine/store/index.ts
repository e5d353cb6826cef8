/** Stores runs in a SQLite database that anyone can query: see `docs/database.md`. Other folders import only this file. */
export { type Compression } from './column-values.ts';
export { copyRun } from './copy-run.ts';
export { type EntryOutline, type LogHead } from './entry-table.ts';
export { notADatabase, StoreError, storeErrorOf } from './errors.ts';
export { checkReadable, createSchema, olderVersion, type Schema, schemaOfStore } from './schema.ts';
export { writeEntries, type NewRun, type OnWritten, type RunWriter } from './run-writer.ts';
export {
  fullTextQuery,
  type FoundPosition,
  type EntrySearch,
  searchParts,
  type SearchTerm,
} from './entry-search.ts';
export {
  headsOf,
  openDamagedStore,
  openStore,
  readOnlyStore,
  type RunOwners,
  statesAt,
  type Store,
} from './store.ts';
export { copyOlder } from './upgrade.ts';
