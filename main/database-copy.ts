import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StoreError } from '../engine/index.ts';
import { Fault } from './fault.ts';

/** SQLite writes to the file, and to a journal beside it. */
export function mayBeWritten(file: string): boolean {
  try {
    for (const place of [file, dirname(file)]) accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A copy of a database in a folder of its own, gone with that once it is disposed of, or with the process. */
export interface DatabaseCopy extends Disposable {
  readonly file: string;
}

const MOST_TRIES = 5;

/**
 * A copy of the database in `file`, as it stands between two writes of others.
 *
 * @throws {StoreError} when others do not stop writing.
 * @throws {Fault} when it cannot be copied.
 */
export function copyOf(file: string): DatabaseCopy {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-look-'));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    process.off('exit', remove);
  };
  process.on('exit', remove);
  const copy = join(folder, basename(file));
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
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
    throw new Fault('no-database', `${file}: could not be copied to be looked at (${thrown.message})`);
  }
}

/** What was written last may still be in the journal. */
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

/** Another after every write. */
const stampOf = (file: string): string =>
  PARTS.map((part) => statSync(file + part, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found === undefined ? 'none' : `${found.size} ${found.mtimeNs}`))
    .join();
