import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { canonicalLine, copyRun, type Store, StoreError } from '../../../engine/index.ts';
import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import {
  isLocked,
  LOCK_REST,
  LOCK_TIMEOUT,
  type OnBlockingWait,
  type OpenDatabase,
  openForReading,
  openPatiently,
  ownName,
} from '../database/index.ts';
import { claimPart, LOCAL_PART } from './part-lock.ts';
import { fileIn, namesInParts } from './sweep-files.ts';
import { type Job } from './manifest.ts';
import { partFile } from './part.ts';
import { isUnanswered, type JobUse, NO_USE, sumUses, modelUse } from './model-use.ts';

/** A job with two runs that have different logs. */
export interface DivergentJob {
  readonly job: string;
  readonly run: RunId;
  /** The index of the first differing entry. */
  readonly entry: number;
}

export interface Collected {
  /** The number of runs added. The next field is the number of runs that were there already. */
  readonly added: number;
  readonly known: number;
  /** Jobs that are not deterministic. */
  readonly divergences: readonly DivergentJob[];
}

/** The results file of the sweep in `folder`. */
export const resultsFile = (folder: string): string => fileIn(folder, 'results.db');

/** The number of runs copied in one transaction. */
const RUNS_AT_ONCE = 100;
/** The number of runs copied in one transaction while workers run: each transaction keeps them waiting for their next jobs. */
const RUNS_WHILE_RUNNING = 20;
/** The maximum number of parts open at the same time. */
const PARTS_AT_ONCE = 16;

/** A run in a worker's part. */
interface PartRun {
  readonly job: string;
  readonly run: RunId;
  readonly logHash: string | undefined;
  readonly store: Store;
  readonly summary?: RunSummary;
}

/** Copies the runs in the parts of the sweep in `folder` to `target`. Runs that it already has are compared. */
export function collectParts(folder: string, jobs: readonly Pick<Job, 'id'>[], target: Store): Collected {
  using collector = new Collector(folder, jobs, target);
  return collector.collectAll();
}

/**
 * Copies the runs in the parts of the sweep in `folder` to its results, as {@link collectParts} does.
 *
 * @throws {ProblemError} when another process writes the results.
 */
export async function collectSweep(
  folder: string,
  jobs: readonly Pick<Job, 'id'>[],
  onWait?: OnBlockingWait,
): Promise<Collected> {
  using _ = claimPart(folder, LOCAL_PART);
  using database = await openPatiently(resultsFile(folder), onWait);
  return collectParts(folder, jobs, database.store);
}

/** Copies runs from the parts of a sweep to its results, in the order of the jobs, whichever worker ran them. Dispose of it when done. */
export class Collector implements Disposable {
  readonly #folder: string;
  readonly #target: Store;
  readonly #owner = ownName();
  /** The position of each job in the plan. */
  readonly #order: ReadonlyMap<string, number>;
  /** The runs in `target`, by job. */
  readonly #collected = new Map<string, Pick<PartRun, 'run' | 'logHash'>>();
  /** The parts of running workers. */
  readonly #open = new Map<string, OpenDatabase>();
  /** Ended jobs by position, with their runs, until all earlier jobs have ended. */
  readonly #over = new Map<number, { readonly part: string; readonly run: RunId } | undefined>();
  /** Runs copied from running workers, by the part's file. */
  readonly #copied = new Map<string, Set<RunId>>();
  /** The position of the first job that has not ended. */
  #next = 0;
  /** Whether a database could not be read or written. {@link collectAll} tries again. */
  #isHindered = false;
  #ready: { readonly part: string; readonly run: RunId }[] = [];
  #soon: NodeJS.Immediate | undefined;
  /** Set while another program has locked the results. */
  #later: NodeJS.Timeout | undefined;
  #added = 0;
  #known = 0;
  readonly #divergences: DivergentJob[] = [];

  constructor(folder: string, jobs: readonly Pick<Job, 'id'>[], target: Store) {
    this.#folder = folder;
    this.#target = target;
    this.#order = new Map(jobs.map(({ id }, index) => [id, index]));
    for (const { job, run, ended, logHash } of target.jobs())
      if (ended) this.#collected.set(job, { run, logHash });
  }

  /**
   * Records that `job` has ended, with the run `run` in the part of a running worker, and copies runs of earlier jobs when there
   * are enough. Without a run, the job is skipped.
   */
  onOver(job: string, part?: string, run?: RunId): void {
    const place = part === undefined || run === undefined ? undefined : { part, run };
    this.#over.set(this.#order.get(job)!, place);
    while (this.#over.has(this.#next)) {
      const next = this.#over.get(this.#next);
      this.#over.delete(this.#next);
      this.#next += 1;
      if (next !== undefined) this.#ready.push(next);
    }
    this.#copySoon();
  }

  /** Copies available runs in small steps, between which this process hands out jobs. */
  #copySoon(): void {
    if (this.#ready.length < RUNS_WHILE_RUNNING || this.#isHindered || this.#later !== undefined) return;
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      this.#copyReady();
      this.#copySoon();
    });
  }

  #copyReady(): void {
    const ready = this.#ready.splice(0, RUNS_WHILE_RUNNING);
    // Workers wait for their next jobs, and their times are taken.
    this.#target.setBusyTimeout(LOCK_TIMEOUT);
    try {
      this.#copy(
        ready.map(({ part, run }) => {
          const { store } = this.#opened(partFile(this.#folder, part));
          const summary = store.run(run)!;
          return { job: summary.job!.id, run, logHash: summary.logHash, store, summary };
        }),
      );
      for (const { part, run } of ready) {
        const file = partFile(this.#folder, part);
        this.#copied.set(file, (this.#copied.get(file) ?? new Set()).add(run));
      }
    } catch (thrown) {
      if (!(thrown instanceof StoreError)) throw thrown;
      if (isLocked(thrown)) {
        this.#ready.unshift(...ready);
        this.#later = setTimeout(() => {
          this.#later = undefined;
          this.#copySoon();
        }, LOCK_REST);
      } else this.#isHindered = true;
    } finally {
      this.#target.setBusyTimeout();
    }
  }

  #opened(file: string): OpenDatabase {
    const opened = this.#open.get(file) ?? openForReading(file);
    this.#open.set(file, opened);
    return opened;
  }

  /** Copies all runs that are not copied yet. Up to sixteen parts are read together. */
  collectAll(): Collected {
    this.#close();
    const files = partFiles(this.#folder);
    for (let first = 0; first < files.length; first += PARTS_AT_ONCE) {
      const some = files.slice(first, first + PARTS_AT_ONCE);
      using parts = openAll(some);
      const found = parts.stores
        .flatMap((store, index) => {
          const copied = this.#copied.get(some[index]!);
          return store.jobs().flatMap((one) => (copied?.has(one.run) ? [] : [{ ...one, store }]));
        })
        .filter(({ ended, job }) => ended && this.#order.has(job))
        .sort((one, other) => this.#order.get(one.job)! - this.#order.get(other.job)!);
      for (let from = 0; from < found.length; from += RUNS_AT_ONCE)
        this.#copy(found.slice(from, from + RUNS_AT_ONCE));
    }
    return { added: this.#added, known: this.#known, divergences: this.#divergences };
  }

  #copy(runs: readonly PartRun[]): void {
    const added = new Map<string, Pick<PartRun, 'run' | 'logHash'>>();
    const divergences: DivergentJob[] = [];
    using transaction = this.#target.openTransaction();
    for (const { job, run, logHash, store, summary } of runs) {
      const before = this.#collected.get(job) ?? added.get(job);
      if (before === undefined)
        added.set(job, { run: copyRun(store, run, this.#target, this.#owner, summary), logHash });
      else if (before.logHash !== logHash) {
        // The entries decide: their hashes may be of different versions.
        const entry = firstDifference(this.#target, before.run, store, run);
        if (entry !== undefined) divergences.push({ job, run: before.run, entry });
      }
    }
    transaction.commit();
    for (const [job, run] of added) this.#collected.set(job, run);
    this.#added += added.size;
    this.#known += runs.length - added.size;
    this.#divergences.push(...divergences);
  }

  [Symbol.dispose](): void {
    this.#close();
  }

  #close(): void {
    clearImmediate(this.#soon);
    this.#soon = undefined;
    clearTimeout(this.#later);
    this.#later = undefined;
    for (const opened of this.#open.values()) opened[Symbol.dispose]();
    this.#open.clear();
  }
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

/** The results of earlier executions of a sweep. */
interface DoneBefore {
  /** The jobs that have a run. */
  readonly finished: ReadonlySet<string>;
  /** The names of the parts with requests to models of interrupted jobs, by job. */
  readonly homes: ReadonlyMap<string, string>;
  /** The tokens and requests that the models of finished jobs used. */
  readonly used: JobUse;
}

/**
 * Reads earlier results of the sweep in `folder`, including parts whose names begin with `prefix`. In the jobs `asking`, a model
 * plays the agent: jobs whose model gave no answer are continued.
 */
export function doneBefore(folder: string, prefix: string, asking: ReadonlySet<string>): DoneBefore {
  const finished = new Set<string>();
  const homes = new Map<string, string>();
  let used: JobUse = NO_USE;
  for (const file of [resultsFile(folder), ...partFiles(folder, prefix)]) {
    if (!existsSync(file)) continue;
    using database: OpenDatabase = openForReading(file);
    const { store } = database;
    for (const { job, run, ended } of store.jobs()) {
      if (ended && !(asking.has(job) && isUnanswered(store, run))) {
        if (asking.has(job) && !finished.has(job)) used = sumUses(used, modelUse(store, run));
        finished.add(job);
      } else if (asking.has(job) && store.exchanges(run).size > 0) homes.set(job, basename(file, '.db'));
    }
  }
  for (const job of finished) homes.delete(job);
  return { finished, homes, used };
}

/**
 * The jobs of the sweep in `folder` that have a run, in the results or in a part whose name begins with `prefix`. Other
 * machines may be writing the other parts, and SQLite cannot share a file between machines.
 */
export const finishedJobs = (folder: string, prefix: string): ReadonlySet<string> =>
  doneBefore(folder, prefix, new Set()).finished;

/** Removes the runs of the jobs `asking` that ended because their model gave no answer, so that they are run again. */
export function removeUnanswered(store: Store, asking: ReadonlySet<string>): void {
  for (const { job, run } of store.jobs()) if (asking.has(job) && isUnanswered(store, run)) store.remove(run);
}

/** The databases of parts in `folder` whose names begin with `prefix`. */
export function partFiles(folder: string, prefix = ''): readonly string[] {
  const names = namesInParts(folder).filter((name) => name.endsWith('.db') && name.startsWith(prefix));
  return names.sort().map((name) => fileIn(folder, `parts/${name}`));
}

/**
 * Removes collected parts whose names begin with `prefix`, with all that their workers left beside them. Those stay in which jobs of
 * `asking` were cut off: what these asked is not asked again.
 */
export async function removeParts(
  folder: string,
  prefix: string,
  asking: ReadonlySet<string>,
): Promise<void> {
  const kept = new Set(doneBefore(folder, prefix, asking).homes.values());
  const beginnings = partFiles(folder, prefix).flatMap((file) =>
    kept.has(basename(file, '.db')) ? [] : [basename(file, 'db')],
  );
  const parts = join(folder, 'parts');
  const removed = beginnings.length === 0 ? [] : namesInParts(folder);
  await Promise.all(
    removed
      .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
      .map((name) => rm(join(parts, name), { recursive: true, force: true })),
  );
}

/** The number of entries compared at once. */
const ENTRIES_PER_PAGE = 1_000;

function firstDifference(one: Store, run: RunId, other: Store, otherRun: RunId): number | undefined {
  for (let from = 0; ; from += ENTRIES_PER_PAGE) {
    const entries = one.entries(run, from, ENTRIES_PER_PAGE);
    const others = other.entries(otherRun, from, ENTRIES_PER_PAGE);
    for (let at = 0; at < Math.max(entries.length, others.length); at++) {
      const [entry, twin] = [entries[at], others[at]];
      if (entry === undefined || twin === undefined || canonicalLine(entry) !== canonicalLine(twin))
        return from + at;
    }
    if (entries.length < ENTRIES_PER_PAGE) return undefined;
  }
}
