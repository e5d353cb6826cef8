import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFileLocked, lockFile, ownerWords, ownName } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';

/** Prefix of the names of the parts that `sweep run` writes, which are removed once collected. A number follows. */
export const LOCAL_PART = 'local';

/** Locked by the process that writes parts with a name. It stays where it is: whoever locks it finds the same file. */
const lockOf = (folder: string, part: string): string => join(folder, 'parts', `${part}.lock`);

/** Name of the process that has locked it, or had. */
const runnerFile = (folder: string, part: string): string => join(folder, 'parts', `${part}.runner`);

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
  mkdirSync(join(folder, 'parts'), { recursive: true });
  const lock = lockFile(lockOf(folder, part), patience);
  if (lock === undefined) {
    const what = part === LOCAL_PART ? 'This sweep' : `The part ${part} of this sweep`;
    throw new ProblemError(
      'sweep-active',
      `${folder}: ${what} is in the hands of ${runnerIn(folder, part)}. Wait until that has ended, or stop it.`,
    );
  }
  const file = runnerFile(folder, part);
  try {
    rmSync(file, { force: true });
    writeFileSync(file, ownName(), { flag: 'wx' });
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
  const file = runnerFile(folder, part);
  return existsSync(file) ? ownerWords(readFileSync(file, 'utf8')) : 'another process';
}
