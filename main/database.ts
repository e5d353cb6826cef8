import type { Database } from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOnlyStore, openStore, storeErrorOf, type Store } from '../engine/index.ts';
import { copyOf, mayBeWritten } from './database-copy.ts';
import { Fault } from './fault.ts';
import { makeFolder } from './make-folder.ts';
import { packing } from './packing.ts';
import { isAlive, ownName } from './runs/owner.ts';
import { openSqlite } from './sqlite.ts';

/** A store with the database it is in. Dispose of it when done. */
export interface OpenDatabase extends Disposable {
  readonly store: Store;
  /** What it reads and processes of their own may open: a copy where the runs can only be looked at. */
  readonly file: string;
  /** Names this process in the runs that it writes. */
  readonly owner: string;
  /** Whether its runs can only be looked at. */
  readonly readOnly: boolean;
  /** Whether another process has written to it since this was asked last. */
  changedElsewhere(): boolean;
}

export const IN_MEMORY = ':memory:';

/**
 * Opens the runs in `file`, making it when it is not there. Runs whose process is gone are marked as interrupted.
 *
 * @throws {StoreError} when it cannot be used; it is left as it was.
 * @throws {Fault} when its folder cannot be made.
 */
export function openDatabase(file: string): OpenDatabase {
  if (file !== IN_MEMORY) makeFolderOf(file);
  const db = open(file);
  try {
    const store = openStore(db, packing);
    store.interruptLost(isAlive);
    const version = (): unknown => db.pragma('data_version', { simple: true });
    let seen = version();
    return {
      store,
      file,
      owner: ownName(),
      readOnly: false,
      changedElsewhere: () => {
        const before = seen;
        seen = version();
        return seen !== before;
      },
      [Symbol.dispose]: () => void db.close(),
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/**
 * Opens the runs in `file` as {@link openDatabase} does, or, where it must not be written, as they are now, to be looked at.
 *
 * @throws {StoreError} when it cannot be used, or its runs do not keep still.
 * @throws {Fault} when its folder cannot be made, or it cannot be copied.
 */
export function openToLook(file: string): OpenDatabase {
  if (!existsSync(file) || mayBeWritten(file)) return openDatabase(file);
  // SQLite cannot read a folder's database without writing beside it, nor bring an older one to this version.
  const copy = copyOf(file);
  try {
    const database = openDatabase(copy.file);
    return {
      store: readOnlyStore(database.store, file),
      file: copy.file,
      owner: database.owner,
      readOnly: true,
      changedElsewhere: () => false,
      [Symbol.dispose]: () => {
        database[Symbol.dispose]();
        copy[Symbol.dispose]();
      },
    };
  } catch (thrown) {
    copy[Symbol.dispose]();
    throw thrown;
  }
}

function makeFolderOf(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw new Fault('no-database', `${file}: its folder could not be made (${thrown.message})`);
  }
}

function open(file: string): Database {
  try {
    return openSqlite(file);
  } catch (thrown) {
    throw storeErrorOf(file, thrown);
  }
}
