import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync as openFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import {
  notADatabase,
  openDamagedStore,
  openStore,
  readOnlyStore,
  type Store,
  StoreError,
  storeErrorOf,
} from '../../../engine/index.ts';
import { ProblemError, makeFolder, packing, PROJECT } from '../system/index.ts';
import { isAlive, ownName } from './process-owner.ts';

/** A store and its database. Dispose of it when done. */
export interface OpenDatabase extends Disposable {
  readonly store: Store;
  /** The file it reads, which worker processes may open: a copy if the original is read-only. */
  readonly file: string;
  /** Name of this process in the runs it writes. */
  readonly owner: string;
  readonly readOnly: boolean;
  /** Why it is read-only, as a sentence, if the person should know. */
  readonly problem?: string;
  /** Whether another process has written to it since the last call. */
  changedElsewhere(): boolean;
  /** Why what was written is lost, as a sentence, where another program has deleted, replaced or overwritten the file. */
  lost(): string | undefined;
}

export const IN_MEMORY = ':memory:';

/**
 * Opens the runs in `file`, creating it if it is missing. Runs whose process is gone are marked as interrupted.
 * While it opens, another program's lock is waited for `lockTimeout` milliseconds, if given, instead of the usual time.
 *
 * @throws {StoreError} when it cannot be used; it stays unchanged.
 * @throws {ProblemError} when its folder cannot be created.
 */
export function openDatabase(file: string, lockTimeout?: number): OpenDatabase {
  if (file !== IN_MEMORY) makeFolderOf(file);
  const db = open(file);
  try {
    const store = openStore(db, packing, lockTimeout);
    store.interruptLost(isAlive);
    store.setBusyTimeout();
    const version = (): unknown => db.pragma('data_version', { simple: true });
    let seen = version();
    const lost = lossOf(file);
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
      lost,
      [Symbol.dispose]: () => void db.close(),
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/**
 * Opens the runs in `file` as {@link openDatabase} does. If it cannot be written, opens a copy of its current content,
 * read-only.
 *
 * @throws {StoreError} when it cannot be used, or another program keeps writing to it.
 * @throws {ProblemError} when its folder cannot be created, or it cannot be copied.
 */
export function openForReading(file: string): OpenDatabase {
  if (!existsSync(file)) return openDatabase(file);
  if (isWritable(file))
    try {
      return openDatabase(file);
    } catch (thrown) {
      if (!(thrown instanceof StoreError)) throw thrown;
      if (thrown.code === 'store-damaged') return openDamaged(file, thrown);
      if (!HINDRANCES.has(thrown.code)) throw thrown;
    }
  // SQLite cannot read a database in a folder without writing journal files next to it.
  const copy = copyDatabase(file);
  try {
    const database = openDatabase(copy.file);
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

/** The first bytes of every database of SQLite's. */
const MAGIC = 'SQLite format 3\0';

/** A function that says what became of the database `file`, which is open. */
function lossOf(file: string): () => string | undefined {
  if (file === IN_MEMORY) return () => undefined;
  const opened = fileAt(file)?.identity;
  return () => {
    const now = fileAt(file);
    if (now?.identity === opened && now?.start === MAGIC) return undefined;
    const what = now === undefined ? 'deleted' : now.identity === opened ? 'overwritten' : 'replaced';
    return `${file}: Another program has ${what} the file while it was open. What was recorded since is lost.`;
  };
}

/** What tells the file `path` from others, and its first bytes; `undefined` when it cannot be read. */
function fileAt(path: string): { readonly identity: string; readonly start: string } | undefined {
  let handle: number;
  try {
    handle = openFileSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { dev, ino } = fstatSync(handle, { bigint: true });
    const bytes = Buffer.alloc(MAGIC.length);
    readSync(handle, bytes, 0, MAGIC.length, 0);
    return { identity: `${dev} ${ino}`, start: bytes.toString('latin1') };
  } finally {
    closeSync(handle);
  }
}

/** Opens the readable part of a damaged database. @throws {StoreError} when nothing in it can be read. */
function openDamaged(file: string, damage: StoreError): OpenDatabase {
  const db = open(file);
  try {
    return {
      store: openDamagedStore(db, packing),
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

/** Errors that keep SQLite from opening a database where it is but do not affect a copy, such as a lock or a full disk. */
const HINDRANCES = new Set(['store-busy', 'store-full', 'store-unreadable', 'store-read-only']);

function makeFolderOf(file: string): void {
  try {
    makeFolder(dirname(file));
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    throw new ProblemError('no-database', `${file}: its folder could not be made (${thrown.message})`);
  }
}

/** SQLite would wait for a pipe, and blames the disk for a device. */
const NO_FILE = 'This is a folder, a device or a pipe. Give the path of a file.';

/** SQLite takes a file shorter than its header for an empty database, and overwrites it. */
const HEADER_BYTES = 100;

function open(file: string): Sqlite.Database {
  const found = existsSync(file) ? statSync(file) : undefined;
  if (found?.isFile() === false) throw new StoreError('store-unreadable', file, NO_FILE);
  if (found !== undefined && found.size > 0 && found.size < HEADER_BYTES) throw notADatabase(file);
  try {
    return openSqlite(file);
  } catch (thrown) {
    throw storeErrorOf(file, thrown);
  }
}

/** SQLite writes to the file, and to a journal next to it. */
export function isWritable(file: string): boolean {
  try {
    for (const place of [file, dirname(file)]) accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A copy of a database in a temporary folder, deleted when it is disposed of or the process exits. */
export interface DatabaseCopy extends Disposable {
  readonly file: string;
}

const MAX_TRIES = 5;

/**
 * Copies the database in `file` while no other program is writing to it.
 *
 * @throws {StoreError} when other programs do not stop writing.
 * @throws {ProblemError} when it cannot be copied.
 */
export function copyDatabase(file: string): DatabaseCopy {
  const folder = temporaryFolderFor(file);
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    process.off('exit', remove);
  };
  process.on('exit', remove);
  const copy = join(folder, basename(file));
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = stampOf(file);
      copyParts(file, copy);
      if (stampOf(file) === before) return { file: copy, [Symbol.dispose]: remove };
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

/** The latest writes may still be in the journal. */
const JOURNAL = '-wal';
const PARTS = ['', JOURNAL];

function copyParts(file: string, copy: string): void {
  for (const part of PARTS) {
    rmSync(copy + part, { force: true });
    if (part === JOURNAL && !existsSync(file + part)) continue;
    copyFileSync(file + part, copy + part);
    chmodSync(copy + part, 0o600);
  }
}

/** A text that changes with every write. */
const stampOf = (file: string): string =>
  PARTS.map((part) => statSync(file + part, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found === undefined ? 'none' : `${found.size} ${found.mtimeNs}`))
    .join();

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

/** How long a writer waits for another program's lock before other work gets a turn, and how long until it tries again. */
export const LOCK_TIMEOUT = 50; // milliseconds
export const LOCK_REST = 200; // milliseconds

const LOCKED = 'Another program has locked the database. Waiting until it is free.';

/** How a person is told that a run waits, and lets it wait no longer. */
export interface Waiting {
  /** Called again and again while it waits, with a sentence. */
  readonly onWait: (why: string) => void;
  readonly giveUp?: AbortSignal;
}

/**
 * The answer of `work`, which writes to a database: at once, or when other programs have unlocked it.
 *
 * @throws {ProblemError} when `giveUp` is aborted meanwhile.
 */
export async function whenUnlocked<Answer>(work: () => Answer, { onWait, giveUp }: Waiting): Promise<Answer> {
  for (;;) {
    if (giveUp?.aborted === true)
      throw new ProblemError('cancelled', 'The run was cancelled before it began.');
    try {
      return work();
    } catch (thrown) {
      if (!isLocked(thrown)) throw thrown;
    }
    onWait(LOCKED);
    await sleep(LOCK_REST);
  }
}

/** Opens `file` as {@link openDatabase} does, at once, or when other programs have unlocked it. */
export const openUnlocked = (file: string, waiting: Waiting): Promise<OpenDatabase> =>
  whenUnlocked(() => openDatabase(file, LOCK_TIMEOUT), waiting);

/** Whether `thrown` says that another program has locked the database. */
export const isLocked = (thrown: unknown): boolean =>
  thrown instanceof StoreError && thrown.code === 'store-busy';
