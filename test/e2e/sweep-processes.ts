import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import type { JobResult } from '../../engine/index.ts';
import { jsonOf } from './orrery.ts';

/** The results of the sweep `mail.sweep` in `folder`. */
export const resultsIn = (folder: string): Promise<readonly JobResult[]> =>
  jsonOf(folder, ['sweep', 'show', 'mail.sweep', '--json']);

/** The results of the runs, independent of their order. */
export async function fingerprint(folder: string): Promise<string> {
  const rows = (await resultsIn(folder)).map((row) => JSON.stringify({ ...row, run: undefined }));
  return createHash('sha256').update(rows.toSorted().join('\n')).digest('hex');
}

/** The child processes of `pid`, and with `job` only the worker processes that do this job. */
export const workersOf = (pid: number, job?: string): readonly number[] =>
  childrenOf(pid).filter((child) => job === undefined || isWorker(child, job));

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function isWorker(pid: number, job: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith(`worker.js\0${job}\0`);
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Whether the process `pid` has not ended. */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // A zombie has ended, but its parent has not asked how.
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return false;
  }
}

/** Whether `program` has ended, by itself or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Kills the process `pid`. Returns false when it has already ended. */
export function wasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Waits until files in `folder` were written `times` times, or `over` settles. */
export async function writes(folder: string, times: number, over: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  void over.then(() => {
    stop.abort();
  });
  let count = 0;
  try {
    for await (const { filename } of watch(folder, { signal: stop.signal }))
      if (filename !== null && ++count === times) return;
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
  }
}
