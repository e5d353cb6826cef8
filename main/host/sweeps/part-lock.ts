import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFileLocked, lockFile, ownerWords, ownName } from '../database/index.ts';
import { ProblemError, readTextNow, writeNow } from '../system/index.ts';
import { fileIn, realFolder } from './sweep-files.ts';

/** Prefix of the names of the parts that `sweep run` writes, which are removed once collected. A number follows. */
export const LOCAL_PART = 'local';

/** The lock file for parts with this name. It is never removed, so that every process locks the same file. */
const lockFileOf = (folder: string, part: string): string => fileIn(folder, `parts/${part}.lock`);

/** The file with the name of the process that locks or last locked the parts. */
const runnerFile = (folder: string, part: string): string => fileIn(folder, `parts/${part}.runner`);

/** How long to wait for a reader that briefly holds a lock, in milliseconds. */
const MAX_WAIT_MILLISECONDS = 500;

/** How long to wait for the worker of a killed process to end, in milliseconds. */
export const WORKER_PATIENCE = 10_000; // milliseconds

/** The exclusive right to write parts of a sweep. */
export interface Claim extends Disposable {
  readonly part: string;
}

/**
 * Makes this process the only one that writes parts named `part` of the sweep in `folder` (and its results, for {@link
 * LOCAL_PART}), until the claim is disposed of.
 * @throws {ProblemError} when another process has the claim, in any container or on any machine.
 */
export function claimPart(folder: string, part: string, patience = MAX_WAIT_MILLISECONDS): Claim {
  const place = lockFileOf(folder, part);
  mkdirSync(dirname(place), { recursive: true });
  const lock = lockFile(place, patience);
  if (lock === undefined) {
    const what = part === LOCAL_PART ? 'This sweep' : `The part ${part} of this sweep`;
    throw new ProblemError(
      'sweep-active',
      `${folder}: ${what} is already being run by ${runnerIn(folder, part)}. Wait until it ends, or stop it.`,
    );
  }
  let file: string;
  try {
    file = runnerFile(folder, part);
    writeNow(file, ownName(), realFolder(folder));
  } catch (thrown) {
    lock[Symbol.dispose]();
    throw thrown;
  }
  return {
    part,
    [Symbol.dispose]: () => {
      rmSync(file, { force: true });
      lock[Symbol.dispose]();
    },
  };
}

/** A description of the process that runs the sweep in `folder`, for a sentence; `undefined` if there is none. */
export const runnerOf = (folder: string): string | undefined =>
  isFileLocked(lockFileOf(folder, LOCAL_PART)) ? runnerIn(folder, LOCAL_PART) : undefined;

function runnerIn(folder: string, part: string): string {
  try {
    return ownerWords(readTextNow(runnerFile(folder, part), { most: 1_000, within: realFolder(folder) }));
  } catch {
    return 'another process';
  }
}
