import { rmSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import { StoreError, storeErrorOf } from '../../../engine/index.ts';
import { entryStatus } from '../system/index.ts';
import { openSqlite } from './open-sqlite.ts';

/*
 * Locks of the file system. They end with their process, however it ends, and hold in all containers and on all machines that share
 * the folder. Node has none, so SQLite sets them: a lock is an open transaction on an empty database. A process that holds a lock
 * must not open its file with `node:fs`: closing the file would end the lock.
 */

/** The databases of the locks that are held: one that is collected as garbage would end its lock. */
const held = new Set<Sqlite.Database>();

/**
 * Locks `file`, which is created if missing, until the result is disposed of. `undefined` if another process still holds the lock
 * after `patience` milliseconds.
 * @throws {StoreError} when it cannot be locked.
 */
export function lockFile(file: string, patience = 0): Disposable | undefined {
  if (!isFile(file) && entryStatus(file) !== undefined)
    throw new StoreError('store-unreadable', file, 'This is a folder, a device or a pipe. Move it away.');
  let db: Sqlite.Database | undefined;
  try {
    db = openSqlite(file, { timeout: patience });
    // Without a journal next to it.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    const locked = db;
    held.add(locked);
    return {
      [Symbol.dispose]: () => {
        held.delete(locked);
        locked.close();
      },
    };
  } catch (thrown) {
    db?.close();
    if (codeOf(thrown).startsWith('SQLITE_BUSY')) return undefined;
    throw storeErrorOf(file, thrown);
  }
}

/** Whether a process holds the lock of `file`. `true` if that cannot be determined, for example without permission. */
export function isFileLocked(file: string): boolean {
  if (!isFile(file)) return false;
  try {
    const db = openSqlite(file, { timeout: 0, readonly: true });
    try {
      // Whatever is read, SQLite asks for a reader's lock.
      db.pragma('schema_version');
      return false;
    } finally {
      db.close();
    }
  } catch (thrown) {
    return codeOf(thrown) !== 'SQLITE_NOTADB' && isFile(file);
  }
}

/** Removes `file` unless a process holds its lock. */
export function removeUnlocked(file: string): void {
  try {
    using lock = lockFile(file);
    // While it is locked, so that a process that has just made it finds it gone, and makes it again.
    if (lock !== undefined) rmSync(file, { force: true });
  } catch {
    // It may belong to somebody else. An empty file does no harm.
  }
}

/** Whether `file` is a regular file and not a link, because a lock has one name. */
const isFile = (file: string): boolean => entryStatus(file)?.isFile() === true;

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
