import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type RunOwners, StoreError } from '../../../engine/index.ts';
import { isFileLocked, lockFile, removeUnlocked } from './file-lock.ts';

let ownNameCache: string | undefined;

/** The name of this process as an owner: a description for people, and a unique id. */
export const ownName = (): string =>
  (ownNameCache ??= `process ${process.pid} on ${host()}, since ${now()}, ${randomBytes(8).toString('hex')}`);

const host = (): string => hostname().replaceAll(/[^\w.-]/g, '-') || 'this-machine';
const now = (): string => new Date().toISOString().replace(/\.\d+/, '');

const OWNER_NAME = /^(process \d+ on [\w.-]+, since [\dTZ:-]+), ([0-9a-f]{16})$/;

/** A description of the process `owner` for a sentence: `process 12 on node7, since 2026-03-01T10:00:00Z`. */
export const ownerWords = (owner: string): string => OWNER_NAME.exec(owner)?.[1] ?? 'another process';

/** The claims of this process, by lock file. Several objects may claim for the same file. */
const claims = new Map<string, { readonly lock: Disposable; holders: number }>();

/** How long a process may hold a lock while it removes abandoned files, in milliseconds. */
const MAX_LOCK_MILLISECONDS = 500;

/**
 * The processes that own runs or other things in `file`. Each process holds the lock of its own file next to `file`, which the
 * system releases when the process ends.
 */
export class ProcessOwners implements RunOwners, Disposable {
  readonly #file: string;
  #claimed: string | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Claims ownership for this process. @throws {StoreError} when no lock file can be created. */
  readonly claim = (): void => {
    if (this.#claimed !== undefined) return;
    const file = this.#lockOf(ownName())!;
    const claim = claims.get(file) ?? { lock: lockNew(file), holders: 0 };
    claim.holders += 1;
    claims.set(file, claim);
    this.#claimed = file;
    this.#tidy();
  };

  /** Whether the process `owner` is still running. */
  readonly isAlive = (owner: string): boolean => {
    const file = this.#lockOf(owner);
    return file !== undefined && isFileLocked(file);
  };

  [Symbol.dispose](): void {
    const file = this.#claimed;
    const claim = file === undefined ? undefined : claims.get(file);
    this.#claimed = undefined;
    if (file === undefined || claim === undefined) return;
    claim.holders -= 1;
    if (claim.holders > 0) return;
    claims.delete(file);
    claim.lock[Symbol.dispose]();
    rmSync(file, { force: true });
  }

  /** The path prefix of lock files. Links are resolved, so that every process finds the same files. */
  get #prefix(): string {
    const file = existsSync(this.#file)
      ? realpathSync(this.#file)
      : join(realpathSync(dirname(this.#file)), basename(this.#file));
    return `${file}-owner-`;
  }

  /** Removes the lock files of killed processes. */
  #tidy(): void {
    const [folder, prefix] = [dirname(this.#prefix), basename(this.#prefix)];
    if (!isReadable(folder)) return;
    for (const name of readdirSync(folder)) if (name.startsWith(prefix)) removeUnlocked(join(folder, name));
  }

  #lockOf(owner: string): string | undefined {
    const id = OWNER_NAME.exec(owner)?.[2];
    return id === undefined ? undefined : this.#prefix + id;
  }
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Locks `file`, whose name only this process uses. */
function lockNew(file: string): Disposable {
  for (;;) {
    const lock = lockFile(file, MAX_LOCK_MILLISECONDS);
    if (lock === undefined)
      throw new StoreError(
        'store-busy',
        file,
        'Another program has locked the file. Try again when it has ended.',
      );
    // A process that tidies up may have removed it before it was locked.
    if (existsSync(file)) return lock;
    lock[Symbol.dispose]();
  }
}
