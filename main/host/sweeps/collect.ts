import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { canonicalLine, copyRun, type Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/index.ts';
import { type OpenDatabase, openForReading, ownName } from '../database/index.ts';
import { agentFolder } from './part.ts';

/** A job that was run twice, with different logs. */
export interface Divergence {
  readonly job: string;
  readonly run: RunId;
  /** The first entry that differs. */
  readonly entry: number;
}

export interface Collected {
  /** How many runs were added, and how many were there. */
  readonly added: number;
  readonly known: number;
  /** Jobs that are not deterministic. */
  readonly divergences: readonly Divergence[];
}

/** The results of the sweep in `folder`. */
export const resultsFile = (folder: string): string => join(folder, 'results.db');

/** Runs that are copied in one transaction. */
const RUNS_AT_ONCE = 100;

/** Copies all runs from the parts of the sweep in `folder` to `target` that it does not have, and compares those that it has. */
export function collectParts(folder: string, target: Store, onAdded: (added: number) => void): Collected {
  const jobs = new Map(
    target.jobs().flatMap(({ job, run, ended, logHash }) => (ended ? [[job, { run, logHash }]] : [])),
  );
  const divergences: Divergence[] = [];
  const owner = ownName();
  let added = 0;
  let known = 0;
  for (const file of partFiles(folder)) {
    using part = openForReading(file);
    const ended = part.store.jobs().filter((one) => one.ended);
    for (let from = 0; from < ended.length; from += RUNS_AT_ONCE) {
      target.transaction(() => {
        for (const { job, run, logHash } of ended.slice(from, from + RUNS_AT_ONCE)) {
          const before = jobs.get(job);
          if (before === undefined) {
            jobs.set(job, { run: copyRun(part.store, run, target, owner), logHash });
            added += 1;
          } else {
            known += 1;
            if (before.logHash !== logHash)
              divergences.push({
                job,
                run: before.run,
                entry: firstDifference(target, before.run, part.store, run),
              });
          }
        }
      });
      onAdded(added);
    }
  }
  return { added, known, divergences };
}

/**
 * The jobs of the sweep in `folder` that have a run: a collected one, or one in a part whose name begins with `prefix`. Other parts may be
 * written by other machines, with which SQLite cannot share a file.
 */
export function finishedJobs(folder: string, prefix: string): ReadonlySet<string> {
  const finished = new Set<string>();
  const own = partFiles(folder).filter((file) => basename(file).startsWith(prefix));
  for (const file of [resultsFile(folder), ...own]) {
    if (!existsSync(file)) continue;
    using database: OpenDatabase = openForReading(file);
    for (const { job, ended } of database.store.jobs()) if (ended) finished.add(job);
  }
  return finished;
}

function partFiles(folder: string): readonly string[] {
  const parts = join(folder, 'parts');
  if (!existsSync(parts)) return [];
  const names = readdirSync(parts).filter((name) => name.endsWith('.db'));
  return names.sort().map((name) => join(parts, name));
}

/** Removes the parts whose names begin with `prefix`, once they are collected. */
export async function removeParts(folder: string, prefix: string): Promise<void> {
  const own = partFiles(folder).filter((file) => basename(file).startsWith(prefix));
  const removed = own.flatMap((file) => [file, `${file}-wal`, `${file}-shm`, agentFolder(file)]);
  await Promise.all(removed.map((path) => rm(path, { recursive: true, force: true })));
}

/** Entries that are compared at once. */
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
