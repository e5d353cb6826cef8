import type { RunId } from '../../../engine/model/index.ts';
import { type OnBlockingWait, openPatiently } from '../database/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { type Claim, claimPart, LOCAL_PART } from './part-lock.ts';
import {
  type Collected,
  Collector,
  doneBefore,
  removeParts,
  removeUnanswered,
  resultsFile,
} from './collect.ts';
import { JobQueue, modelsOf } from './job-queue.ts';
import { type LostJob, noteLost } from './lost-jobs.ts';
import type { Job, Manifest, SweepHeader } from './manifest.ts';
import { isUnderTimers, type JobEvent, SweepPart } from './part.ts';
import { Budget, type JobUse } from './model-use.ts';

interface BatchRequest {
  /** The sweep's folder. The next field is the name of the worker's part. */
  readonly folder: string;
  readonly part: string;
  readonly jobs: readonly Job[];
  /** Indexes of the scenarios that run under timers in the worker. For other scenarios the whole worker is killed. */
  readonly watched: readonly number[];
}

/**
 * The worker process's side of {@link runJobs}. It is ended with SIGKILL: its incomplete run is removed later, and the job
 * run again.
 */
export function sweepJob(): (request: BatchRequest, tell: (event: JobEvent) => void) => Promise<void> {
  let part: Promise<SweepPart> | undefined;
  return async ({ folder, part: name, jobs, watched }, tell) => {
    part ??= SweepPart.open(folder, name, (message) => {
      tell({ kind: 'waits', message });
      return undefined;
    });
    await (await part).runJobs(jobs, watched, tell);
  };
}

/**
 * A job that takes longer, in seconds, is run again under timers, which stop hanging code without ending the run. Timers cost
 * more than a short run.
 */
const UNWATCHED_SECONDS = 3;

/** Progress of jobs that run on this machine. */
export interface JobsProgress {
  readonly jobs: number;
  /** The number of jobs that had a run before. */
  readonly before: number;
  /** The number of jobs that have ended since. The next field is the number of these that left no run. */
  readonly over: number;
  readonly lost: number;
}

export interface LocalRunOptions {
  readonly workers: number;
  readonly quitting: AbortSignal;
  /** Called before the first job and after each job. */
  readonly onProgress: (progress: JobsProgress) => void;
  /** Called when this process or a worker waits because another program has locked a database. */
  readonly onWait?: OnBlockingWait;
}

/** Runs the jobs of the sweep in `folder` that have no run yet, and collects all runs, including those of shards. */
export async function runSweep(
  folder: string,
  manifest: Manifest,
  options: LocalRunOptions,
): Promise<SweepRunResult & { readonly collected: Collected }> {
  using claim = claimPart(folder, LOCAL_PART);
  using database = await openPatiently(resultsFile(folder), options.onWait);
  const asking = askingJobs(manifest);
  removeUnanswered(database.store, asking);
  using collector = new Collector(folder, manifest.jobs, database.store);
  const ran = await runClaimed(folder, manifest, manifest.jobs, claim, options, collector);
  const collected = collector.collectAll();
  await removeParts(folder, LOCAL_PART, asking);
  return { ...ran, collected };
}

/** The result of running jobs. */
interface SweepRunResult {
  /** The jobs that left no run. */
  readonly lost: readonly LostJob[];
  /** The limit of the sweep at which the remaining jobs were postponed. */
  readonly limit: string | undefined;
}

/** The jobs in which a model plays the agent or the user. */
const askingJobs = ({ header, jobs }: Manifest): ReadonlySet<string> =>
  new Set(jobs.flatMap(({ id, agent }) => (modelsOf(header.agents[agent]!).length === 0 ? [] : [id])));

/**
 * Runs those of `jobs` that have no run yet on the cores of this machine. Each worker writes its own part, named `part` and a
 * number.
 * @throws {ProblemError} when another process writes these parts.
 */
export async function runJobs(
  folder: string,
  manifest: Manifest,
  jobs: readonly Job[],
  part: string,
  options: LocalRunOptions,
): Promise<SweepRunResult> {
  using claim = claimPart(folder, part);
  return await runClaimed(folder, manifest, jobs, claim, options);
}

/** Runs jobs, while `collector` copies finished runs. */
async function runClaimed(
  folder: string,
  { header, jobs: all }: Manifest,
  jobs: readonly Job[],
  { part }: Claim,
  { workers: most, quitting, onProgress, onWait }: LocalRunOptions,
  collector?: Collector,
): Promise<SweepRunResult> {
  const { finished, homes, used } = doneBefore(folder, part, askingJobs({ header, jobs: all }));
  const open = jobs.filter(({ id }) => !finished.has(id));
  if (collector !== undefined) for (const id of finished) collector.onOver(id);
  const queue = new JobQueue(open, most, header, { part, homes });
  const close = (): void => {
    queue.close();
  };
  if (quitting.aborted) close();
  quitting.addEventListener('abort', close, { once: true });
  using budget = new Budget(header.limits, used, close);
  const lost: LostJob[] = [];
  const onLost = (one: LostJob): void => {
    lost.push(one);
    noteLost(folder, part, one);
  };
  let over = 0;
  const tell = (): void => {
    onProgress({ jobs: jobs.length, before: jobs.length - open.length, over, lost: lost.length });
  };
  const onOver: JobListener['onOver'] = (job, name, run, use) => {
    over += 1;
    tell();
    collector?.onOver(job, name, run);
    if (use !== undefined) budget.spend(use);
  };
  const tellWait = (why: string): void => {
    onWait?.(why)?.[Symbol.dispose]();
  };
  tell();
  const work = async (name: string): Promise<void> => {
    using worker = new Worker({ folder, part: name }, header, { onLost, onOver, onWait: tellWait }, queue);
    await worker.work(quitting);
  };
  try {
    await Promise.all(queue.parts.map(work));
  } finally {
    quitting.removeEventListener('abort', close);
  }
  return { lost, limit: over < open.length && !quitting.aborted ? budget.reached : undefined };
}

interface JobListener {
  onLost(lost: LostJob): void;
  /** Called when `job` has ended, with its run in the part named `part`. Without a run, the job left none. */
  onOver(job: string, part?: string, run?: RunId, use?: JobUse): void;
  /** Called with the reason when the worker waits. */
  onWait(why: string): void;
}

/** Runs jobs in a worker process, and starts a new process when that one ends. */
export class Worker implements Disposable {
  readonly #process: WorkerProcess<BatchRequest, void, JobEvent>;
  readonly #part: Pick<BatchRequest, 'folder' | 'part'>;
  readonly #limits: SweepHeader['limits'];
  readonly #header: SweepHeader;
  readonly #queue: JobQueue;
  readonly #listener: JobListener;

  constructor(
    part: Pick<BatchRequest, 'folder' | 'part'>,
    header: SweepHeader,
    listener: JobListener,
    queue = new JobQueue([], 1, header, { part: part.part, homes: new Map() }),
  ) {
    const { limits } = header;
    this.#process = new WorkerProcess('sweep', { memory: limits.memory });
    this.#part = part;
    this.#limits = limits;
    this.#header = header;
    this.#queue = queue;
    this.#listener = listener;
  }

  /** Runs batches of the queue until none is left. */
  async work(quitting: AbortSignal): Promise<void> {
    const queue = this.#queue;
    const next = (): Promise<readonly Job[]> => queue.next(this.#part.part);
    for (let jobs = await next(); jobs.length > 0; jobs = await next())
      try {
        await this.run(jobs, quitting);
      } finally {
        queue.done(jobs);
      }
  }

  /** Runs `jobs`. When it is interrupted, the process ends with them. */
  async run(jobs: readonly Job[], quitting: AbortSignal): Promise<void> {
    let left = jobs;
    while (left.length > 0 && !quitting.aborted) left = await this.#runBatch(left, quitting);
  }

  [Symbol.dispose](): void {
    this.#process[Symbol.dispose]();
  }

  /** Runs `batch`. Returns the remaining jobs when the process has ended. */
  async #runBatch(batch: readonly Job[], quitting: AbortSignal): Promise<readonly Job[]> {
    const began = performance.now();
    const { watched } = this.#queue;
    const tooLong = new AbortController();
    const left = new Map(batch.map((job) => [job.id, job]));
    /** The job that the process is running. Earlier jobs may not be on disk yet. */
    let current = batch[0]!;
    let timer: NodeJS.Timeout | undefined;
    const isWatched = (): boolean => isUnderTimers(current, watched, this.#header);
    const lose = (job: string, reason: LostJob['reason'], message: string): void => {
      left.delete(job);
      this.#listener.onLost({ job, reason, message });
      this.#listener.onOver(job);
    };
    const onProgress = (event: JobEvent): void => {
      if (event.kind === 'waits') {
        this.#listener.onWait(event.message);
        return;
      }
      clearTimeout(timer);
      switch (event.kind) {
        case 'started': {
          current = left.get(event.job)!;
          const limit = isWatched() ? this.#limits.seconds : UNWATCHED_SECONDS;
          timer = setTimeout(() => {
            tooLong.abort();
          }, limit * 1000);
          break;
        }
        case 'refused':
          lose(event.job, 'refused', event.message);
          break;
        case 'done':
          left.delete(event.job);
          this.#listener.onOver(event.job, this.#part.part, event.run, event.use);
      }
    };
    try {
      const cancel = AbortSignal.any([quitting, tooLong.signal]);
      await this.#process.ask({ ...this.#part, jobs: batch, watched }, { onProgress, cancel });
      this.#queue.took((performance.now() - began) / 1000, batch);
    } catch (thrown) {
      if (quitting.aborted) return [];
      if (left.size === 0) return [];
      // The process may have ended before it began with the next job.
      if (!left.has(current.id)) current = [...left.values()][0]!;
      const { id } = current;
      if (tooLong.signal.aborted) {
        if (isWatched()) lose(id, 'timed-out', `The job took longer than ${this.#limits.seconds} s.`);
        else this.#queue.watch(current);
      } else if (!this.#queue.tryAgain(current)) {
        const why = thrown instanceof WorkerError ? thrown.why : undefined;
        if (why === 'memory') lose(id, 'memory', `The job needed more than ${this.#limits.memory} MB.`);
        else lose(id, 'crashed', why === undefined ? (thrown as Error).message : 'The worker process ended.');
      }
    } finally {
      clearTimeout(timer);
    }
    return [...left.values()];
  }
}
