import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFileLocked, lockFile, ownerWords, ownName } from '../database/index.ts';
import { ProblemError, readTextNow, writeNow } from '../system/index.ts';
import { fileIn, realFolder } from './manifest.ts';

/** Prefix of the names of the parts that `sweep run` writes, which are removed once collected. A number follows. */
export const LOCAL_PART = 'local';

/** Locked by the process that writes parts with a name. It stays where it is: whoever locks it finds the same file. */
const lockOf = (folder: string, part: string): string => fileIn(folder, `parts/${part}.lock`);

/** Name of the process that has locked it, or had. */
const runnerFile = (folder: string, part: string): string => fileIn(folder, `parts/${part}.runner`);

/** How long readers may look at a lock. */
const PATIENCE = 500; // milliseconds

/** How long the worker of a process that was killed may take to end. */
export const WORKER_PATIENCE = 10_000; // milliseconds

/** The right to write parts of a sweep. */
export interface Claim extends Disposable {
  readonly part: string;
}

/**
 * Makes this process the only one that writes parts named `part` of the sweep in `folder`, and with {@link LOCAL_PART} its results,
 * until the claim is disposed of.
 *
 * @throws {ProblemError} when another process does, in whatever container or on whatever machine.
 */
export function claimPart(folder: string, part: string, patience = PATIENCE): Claim {
  const place = lockOf(folder, part);
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

/** The process that drives the sweep in `folder`, as words of a sentence; `undefined` if there is none. */
export const runnerOf = (folder: string): string | undefined =>
  isFileLocked(lockOf(folder, LOCAL_PART)) ? runnerIn(folder, LOCAL_PART) : undefined;

function runnerIn(folder: string, part: string): string {
  try {
    return ownerWords(readTextNow(runnerFile(folder, part), { most: 1_000, within: realFolder(folder) }));
  } catch {
    return 'another process';
  }
}
