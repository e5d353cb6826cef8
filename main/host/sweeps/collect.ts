import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalLine, copyRun, type Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/index.ts';
import { type OpenDatabase, openForReading, ownName } from '../database/index.ts';
import type { Job } from './manifest.ts';
import { agentFolder } from './part.ts';

/** A job with two runs that have different logs. */
export interface Divergence {
  readonly job: string;
  readonly run: RunId;
  /** Index of the first differing entry. */
  readonly entry: number;
}

export interface Collected {
  /** Numbers of runs added, and of runs that were there already. */
  readonly added: number;
  readonly known: number;
  /** Jobs that are not deterministic. */
  readonly divergences: readonly Divergence[];
}

/** The results file of the sweep in `folder`. */
export const resultsFile = (folder: string): string => join(folder, 'results.db');

/** Runs copied in one transaction. */
const RUNS_AT_ONCE = 100;
/** Parts open at the same time. */
const PARTS_AT_ONCE = 16;

/**
 * Copies the runs in the parts of the sweep in `folder` to `target`, except those it has, which are compared. The runs of up to
 * sixteen parts are copied in the order of `jobs`, whichever worker made them.
 */
export function collectParts(folder: string, jobs: readonly Pick<Job, 'id'>[], target: Store): Collected {
  const collected = new Map(
    target.jobs().flatMap(({ job, run, ended, logHash }) => (ended ? [[job, { run, logHash }]] : [])),
  );
  const order = new Map(jobs.map(({ id }, at) => [id, at]));
  const divergences: Divergence[] = [];
  const owner = ownName();
  let added = 0;
  let known = 0;
  const files = partFiles(folder);
  for (let first = 0; first < files.length; first += PARTS_AT_ONCE) {
    using parts = openAll(files.slice(first, first + PARTS_AT_ONCE));
    const found = parts.stores
      .flatMap((store) => store.jobs().map((one) => ({ ...one, store })))
      .filter(({ ended, job }) => ended && order.has(job))
      .sort((one, other) => order.get(one.job)! - order.get(other.job)!);
    for (let from = 0; from < found.length; from += RUNS_AT_ONCE) {
      target.transaction(() => {
        for (const { job, run, logHash, store } of found.slice(from, from + RUNS_AT_ONCE)) {
          const before = collected.get(job);
          if (before === undefined) {
            collected.set(job, { run: copyRun(store, run, target, owner), logHash });
            added += 1;
          } else {
            known += 1;
            if (before.logHash !== logHash)
              divergences.push({
                job,
                run: before.run,
                entry: firstDifference(target, before.run, store, run),
              });
          }
        }
      });
    }
  }
  return { added, known, divergences };
}

/** Opens databases that are closed together. */
function openAll(files: readonly string[]): Disposable & { readonly stores: readonly Store[] } {
  const opened: OpenDatabase[] = [];
  const close = (): void => {
    for (const one of opened) one[Symbol.dispose]();
  };
  try {
    for (const file of files) opened.push(openForReading(file));
  } catch (thrown) {
    close();
    throw thrown;
  }
  return { stores: opened.map(({ store }) => store), [Symbol.dispose]: close };
}

/**
 * The jobs of the sweep in `folder` that have a run, in the results or in a part whose name begins with `prefix`. Other
 * machines may be writing the other parts, and SQLite cannot share a file between machines.
 */
export function finishedJobs(folder: string, prefix: string): ReadonlySet<string> {
  const finished = new Set<string>();
  for (const file of [resultsFile(folder), ...partFiles(folder, prefix)]) {
    if (!existsSync(file)) continue;
    using database: OpenDatabase = openForReading(file);
    for (const { job, ended } of database.store.jobs()) if (ended) finished.add(job);
  }
  return finished;
}

/** The databases of parts in `folder` whose names begin with `prefix`. */
export function partFiles(folder: string, prefix = ''): readonly string[] {
  const parts = join(folder, 'parts');
  if (!existsSync(parts)) return [];
  const names = readdirSync(parts).filter((name) => name.endsWith('.db') && name.startsWith(prefix));
  return names.sort().map((name) => join(parts, name));
}

/** Removes collected parts whose names begin with `prefix`. */
export async function removeParts(folder: string, prefix: string): Promise<void> {
  const removed = partFiles(folder, prefix).flatMap((file) => [
    file,
    `${file}-wal`,
    `${file}-shm`,
    agentFolder(file),
  ]);
  await Promise.all(removed.map((path) => rm(path, { recursive: true, force: true })));
}

/** Entries compared at once. */
const PAGE = 1_000;

function firstDifference(one: Store, run: RunId, other: Store, otherRun: RunId): number {
  for (let from = 0; ; from += PAGE) {
    const entries = one.entries(run, from, PAGE);
    const others = other.entries(otherRun, from, PAGE);
    for (let at = 0; at < Math.max(entries.length, others.length); at++) {
      const [entry, twin] = [entries[at], others[at]];
      if (entry === undefined || twin === undefined || canonicalLine(entry) !== canonicalLine(twin))
        return from + at;
    }
    if (entries.length < PAGE) return from + entries.length;
  }
}
