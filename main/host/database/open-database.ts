import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync as openFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  notADatabase,
  olderVersion,
  openDamagedStore,
  openStore,
  readOnlyStore,
  type Store,
  StoreError,
  storeErrorOf,
} from '../../../engine/index.ts';
import { ProblemError, makeFolder, packing } from '../system/index.ts';
import { IN_MEMORY, openSqlite, ourSchema, requireFiles, TEMPORARY } from './open-sqlite.ts';
import { ownName, ProcessOwners } from './process-owner.ts';
import { upgradeDatabase } from './upgrade-database.ts';

/** A store and its database. Dispose of it when done. */
export interface OpenDatabase extends Disposable {
  readonly store: Store;
  /** The database file that worker processes may open: a copy if the original is read-only. */
  readonly file: string;
  /** The name of this process in the runs that it writes. */
  readonly owner: string;
  readonly readOnly: boolean;
  /** The reason why the database is read-only, as a sentence, if the person should know it. */
  readonly problem?: string;
  /** A sentence about the database's upgrade, if an earlier release wrote it. */
  readonly upgraded?: string;
  /** Whether another process has written to the database since the last call. */
  changedElsewhere(): boolean;
  /** A sentence about lost data, if another program has deleted, replaced or overwritten the file. */
  lost(): string | undefined;
}

interface OpenOptions {
  /** How long to wait for another program's lock while opening, instead of the default time. */
  readonly lockTimeout?: number;
  /** How long later calls wait for another program's lock, instead of the default time. */
  readonly usualTimeout?: number;
  /** Makes transactions wait as long as another program holds the lock, which blocks this process. */
  readonly onWait?: OnBlockingWait | undefined;
}

/** Called with a sentence when a transaction waits. Its result is disposed of when the wait is over. */
export type OnBlockingWait = (why: string) => Disposable | undefined;

/**
 * Opens the database `file`, creating it if it is missing. Runs whose process has ended are marked as interrupted.
 * @throws {StoreError} when it cannot be used; it stays unchanged.
 * @throws {ProblemError} when its folder cannot be created.
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenDatabase {
  if (file === IN_MEMORY) return openOwned(file, undefined, options);
  makeFolderOf(file);
  return openOwned(file, new ProcessOwners(file), options);
}

/** A database in memory. Dispose of it when done. */
export interface MemoryDatabase extends Disposable {
  readonly store: Store;
  /** The complete content, as the bytes of a database file. */
  readonly content: () => Buffer;
}

/** Opens a database in memory: with the `content` of another database, or empty, in which case the first run gets the number `firstRun`. */
export function openInMemory({
  content,
  firstRun,
}: {
  readonly content?: Uint8Array | undefined;
  readonly firstRun?: number;
}): MemoryDatabase {
  const db = openSqlite(content === undefined ? IN_MEMORY : Buffer.from(content));
  try {
    const store = openStore(db, packing, { schema: ourSchema, firstRun });
    return {
      store,
      content: () => db.serialize(),
      [Symbol.dispose]: () => void db.close(),
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Opens an empty database that SQLite keeps in a temporary file as soon as it is large. Dispose of it when done. */
export function openTemporary(): Disposable & { readonly store: Store } {
  const db = openSqlite(TEMPORARY);
  return { store: openStore(db, packing, { schema: ourSchema }), [Symbol.dispose]: () => void db.close() };
}

/** Opens `file`. Without `owners`, no other process opens the database. */
function openOwned(
  file: string,
  owners: ProcessOwners | undefined,
  { lockTimeout, usualTimeout, onWait }: OpenOptions,
): OpenDatabase {
  const { db, upgraded } = openUpgraded(file);
  try {
    const store = openStore(db, packing, {
      busyTimeout: lockTimeout,
      usualTimeout,
      schema: ourSchema,
      ...(owners && { owners }),
      onWait: onWait && (() => onWait(LOCKED_MESSAGE)),
    });
    store.interruptLost();
    store.setBusyTimeout();
    const version = (): unknown => db.pragma('data_version', { simple: true });
    let seen = version();
    const watch = watchLoss(file);
    return {
      store,
      file,
      owner: ownName(),
      readOnly: false,
      ...(upgraded !== undefined && { upgraded }),
      changedElsewhere: () => {
        const before = seen;
        seen = version();
        return seen !== before;
      },
      lost: watch.lost,
      [Symbol.dispose]: () => {
        if (!db.open) return;
        db.close();
        watch[Symbol.dispose]();
        owners?.[Symbol.dispose]();
      },
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/**
 * Opens the runs in `file` as {@link openDatabase} does. If the file cannot be written, opens a read-only copy of its current
 * content.
 * @throws {StoreError} when it cannot be used, or another program keeps writing to it.
 * @throws {ProblemError} when its folder cannot be created, or it cannot be copied.
 */
export function openForReading(file: string, options: OpenOptions = {}): OpenDatabase {
  if (!existsSync(file)) return openDatabase(file, options);
  if (isWritable(file))
    try {
      return openDatabase(file, options);
    } catch (thrown) {
      if (!(thrown instanceof StoreError)) throw thrown;
      if (thrown.code === 'store-damaged') return openDamaged(file, thrown);
      if (!COPYABLE_ERRORS.has(thrown.code)) throw thrown;
    }
  // SQLite cannot read a database in a folder without writing journal files next to it.
  const copy = copyDatabase(file);
  try {
    const database = openOwned(copy.file, new ProcessOwners(file), {});
    return {
      store: readOnlyStore(database.store, file),
      file: copy.file,
      owner: database.owner,
      readOnly: true,
      changedElsewhere: () => false,
      lost: () => undefined,
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

/** The first bytes of every SQLite database. */
const SQLITE_HEADER = 'SQLite format 3\0';

/** Watches whether a path still leads to the database that was opened. */
interface LossWatch extends Disposable {
  readonly lost: () => string | undefined;
}

/**
 * Open file handles by file identity, with the number of databases that use them. Closing any handle of a file ends SQLite's
 * locks on it, so each handle stays open as long as a database of this process.
 */
const watched = new Map<string, { readonly handle: number; databases: number }>();

/** Watches the open database `file` for loss. Dispose of it when the database is closed. */
function watchLoss(file: string): LossWatch {
  const opened = file === IN_MEMORY ? undefined : fileIdentity(file);
  if (opened === undefined) return { lost: () => undefined, [Symbol.dispose]: () => undefined };
  const known = watched.get(opened) ?? { handle: openFileSync(file, 'r'), databases: 0 };
  known.databases += 1;
  watched.set(opened, known);
  return {
    lost: () => {
      const found = fileIdentity(file);
      const start = Buffer.alloc(SQLITE_HEADER.length);
      readSync(known.handle, start, 0, SQLITE_HEADER.length, 0);
      const isWhole = start.toString('latin1') === SQLITE_HEADER;
      if (found === opened && isWhole) return undefined;
      const what = found === undefined ? 'deleted' : found === opened ? 'overwritten' : 'replaced';
      return `${file}: Another program has ${what} the file while it was open. What was recorded since is lost.`;
    },
    [Symbol.dispose]: () => {
      known.databases -= 1;
      if (known.databases > 0) return;
      watched.delete(opened);
      closeSync(known.handle);
    },
  };
}

/** A text that identifies the file at `path`; `undefined` when there is none. */
function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/** Opens the readable part of a damaged database. @throws {StoreError} when nothing in it can be read. */
function openDamaged(file: string, damage: StoreError): OpenDatabase {
  const db = open(file);
  try {
    return {
      store: openDamagedStore(db, packing, ourSchema),
      file,
      owner: ownName(),
      readOnly: true,
      problem: `${damage.message} The runs that are whole can be looked at and exported.`,
      changedElsewhere: () => false,
      lost: () => undefined,
      [Symbol.dispose]: () => void db.close(),
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Error codes that keep SQLite from opening a database but do not affect a copy, such as a lock or a full disk. */
const COPYABLE_ERRORS = new Set(['store-busy', 'store-full', 'store-unreadable', 'store-read-only']);

function makeFolderOf(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw new ProblemError('no-database', `${file}: its folder could not be made (${thrown.message})`);
  }
}

/** The length of SQLite's file header. SQLite treats a shorter file as an empty database, and overwrites it. */
const HEADER_BYTES = 100;

function open(file: string): Sqlite.Database {
  if (file !== IN_MEMORY) requireFiles(file);
  const found = existsSync(file) ? statSync(file) : undefined;
  if (found !== undefined && found.size > 0 && found.size < HEADER_BYTES) throw notADatabase(file);
  try {
    return openSqlite(file);
  } catch (thrown) {
    throw storeErrorOf(file, thrown);
  }
}

/** Opens `file`, and upgrades it first if an earlier release wrote it. */
function openUpgraded(file: string): { readonly db: Sqlite.Database; readonly upgraded?: string } {
  const db = open(file);
  try {
    const version = olderVersion(db);
    if (version === undefined) return { db };
    const upgraded = upgradeDatabase(db, file, version);
    return { db: open(file), upgraded };
  } catch (thrown) {
    db.close();
    throw storeErrorOf(file, thrown);
  }
}

/** Whether SQLite can write to `file`, and to a journal next to it. */
export function isWritable(file: string): boolean {
  try {
    for (const place of [file, dirname(file)]) accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A copy of a database in a temporary folder. It is deleted when it is disposed of or the process exits. */
export interface DatabaseCopy extends Disposable {
  readonly file: string;
}

const MAX_TRIES = 5;

/**
 * Copies the database `file` at a time when no other program writes to it.
 * @throws {StoreError} when other programs do not stop writing.
 * @throws {ProblemError} when it cannot be copied.
 */
export function copyDatabase(file: string): DatabaseCopy {
  requireFiles(file);
  const folder = temporaryFolderFor(file);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    process.off('exit', remove);
  };
  process.on('exit', remove);
  const copy = join(folder, basename(file));
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = fileStamp(file);
      copyParts(file, copy);
      if (fileStamp(file) === before) return { file: copy, [Symbol.dispose]: remove };
    }
    throw new StoreError(
      'store-busy',
      file,
      'Another program keeps writing to the database. Try again when it has finished.',
    );
  } catch (thrown) {
    remove();
    if (thrown instanceof StoreError || !(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw notCopied(file, thrown);
  }
}

function temporaryFolderFor(file: string): string {
  try {
    return mkdtempSync(join(tmpdir(), 'orrery-look-'));
  } catch (thrown) {
    throw notCopied(file, thrown as Error);
  }
}

const notCopied = (file: string, { message }: Error): ProblemError =>
  new ProblemError('no-database', `${file}: could not be copied to be looked at (${message})`);

/** The suffix of the journal, which may contain the latest writes. */
const JOURNAL = '-wal';
const DATABASE_FILES = ['', JOURNAL];

function copyParts(file: string, copy: string): void {
  for (const part of DATABASE_FILES) {
    rmSync(copy + part, { force: true });
    if (part === JOURNAL && !existsSync(file + part)) continue;
    copyFileSync(file + part, copy + part);
    chmodSync(copy + part, 0o600);
  }
}

/** A text that changes with every write to `file`. */
const fileStamp = (file: string): string =>
  DATABASE_FILES.map((part) => statSync(file + part, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found === undefined ? 'none' : `${found.size} ${found.mtimeNs}`))
    .join();

/**
 * How long a transaction waits for another program's lock before other work gets a turn. The next constant is the time until it
 * tries again.
 */
export const LOCK_TIMEOUT = 50; // milliseconds
export const LOCK_REST = 200; // milliseconds

const LOCKED_MESSAGE = 'Another program has locked the database. Waiting until it is free.';

/** How a waiting caller is informed and cancelled. */
export interface Waiting {
  /** Called repeatedly with a sentence while the call waits. */
  readonly onWait?: (why: string) => void;
  readonly giveUp?: AbortSignal;
}

/**
 * Runs `work`, which writes to a database, and returns its result. Repeats it while other programs have locked the database.
 * @throws {ProblemError} when `giveUp` is aborted.
 */
export async function whenUnlocked<Answer>(
  work: () => Answer,
  { onWait, giveUp }: Waiting = {},
): Promise<Answer> {
  for (;;) {
    if (giveUp?.aborted === true) throw new ProblemError('cancelled', 'It was cancelled before it began.');
    try {
      return work();
    } catch (thrown) {
      if (!isLocked(thrown)) throw thrown;
    }
    onWait?.(LOCKED_MESSAGE);
    await sleep(LOCK_REST);
  }
}

/** Opens `file` as {@link openDatabase} does, and waits while other programs have locked it. */
export const openUnlocked = (file: string, waiting: Waiting): Promise<OpenDatabase> =>
  whenUnlocked(() => openDatabase(file, { lockTimeout: LOCK_TIMEOUT }), waiting);

/**
 * Opens `file` as {@link openDatabase} does, and waits while other programs have locked it. Transactions wait, too, which blocks
 * this process.
 */
export const openPatiently = (
  file: string,
  onWait: OnBlockingWait = () => undefined,
): Promise<OpenDatabase> => {
  const opening = {
    onWait: (why: string): void => {
      onWait(why)?.[Symbol.dispose]();
    },
  };
  return whenUnlocked(() => openDatabase(file, { lockTimeout: LOCK_TIMEOUT, onWait }), opening);
};

/** Whether `thrown` means that another program has locked the database. */
export const isLocked = (thrown: unknown): boolean =>
  thrown instanceof StoreError && thrown.code === 'store-busy';
