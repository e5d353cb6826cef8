import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonAs } from '../../../engine/model/index.ts';
import { Child, type Ending } from '../workers/index.ts';
import type { Job, Manifest, SweepHeader } from './manifest.ts';
import { isUnderTimers, type JobEvent } from './part.ts';

export interface WorkerQuestion {
  /** The sweep's folder, and the name of the worker's part. */
  readonly folder: string;
  readonly part: string;
  readonly jobs: readonly Job[];
  /** Scenarios, by position, whose code is watched by timers in the worker. Jobs of others are ended with it. */
  readonly watched: readonly number[];
}

export type WorkerAnswer = JobEvent | { readonly kind: 'free' };

/** sweep-worker as it was built. */
const WORKER = new URL('sweep-worker.js', import.meta.url);

const lostJob = z.strictObject({
  job: z.string(),
  reason: z.enum(['timed-out', 'memory', 'crashed', 'refused']),
  message: z.string(),
});

/** A job that left no run. */
export type LostJob = z.infer<typeof lostJob>;

/** How often a job is tried whose worker process ended: something else may have killed it. */
const MOST_TRIES = 3;

/** A job that takes longer is run again under timers, which stop what does not come back without ending the run. They cost more than a short run. */
const UNWATCHED_SECONDS = 3;

/** How long a batch should take: long enough that asking for the next does not count, short enough to share the work evenly. */
const BATCH_SECONDS = 0.5;
const LARGEST_BATCH = 500; // jobs

export interface LocalRunOptions {
  /** The workers' parts are called by this name and a number. */
  readonly part: string;
  readonly workers: number;
  readonly quitting: AbortSignal;
  /** Called after each job, with how many are over. */
  readonly onProgress: (over: number, lost: number) => void;
}

/** Runs `jobs` on the cores of this machine. Each worker writes a part of its own. Answers the jobs that left no run. */
export async function runOnWorkers(
  folder: string,
  { header }: Manifest,
  jobs: readonly Job[],
  options: LocalRunOptions,
): Promise<readonly LostJob[]> {
  const queue = new JobQueue(jobs);
  const lost: LostJob[] = [];
  const onLost = (one: LostJob): void => {
    lost.push(one);
    appendFileSync(join(folder, 'parts', `${options.part}${LOST}`), `${JSON.stringify(one)}\n`);
  };
  mkdirSync(join(folder, 'parts'), { recursive: true });
  let over = 0;
  const onOver = (): void => {
    over += 1;
    options.onProgress(over, lost.length);
  };
  const workers = Array.from({ length: Math.min(options.workers, jobs.length) }, (_, nth) =>
    new Worker(folder, `${options.part}-${nth + 1}`, header, queue, { onLost, onOver }).work(
      options.quitting,
    ),
  );
  await Promise.all(workers);
  return lost;
}

const LOST = '.lost.jsonl';

/** The jobs of the sweep in `folder` that left no run when they were last tried. */
export function lostJobs(folder: string): ReadonlyMap<string, LostJob> {
  const parts = join(folder, 'parts');
  if (!existsSync(parts)) return new Map();
  const files = readdirSync(parts).filter((name) => name.endsWith(LOST));
  const lines = files.flatMap((name) => readFileSync(join(parts, name), 'utf8').split('\n').filter(Boolean));
  return new Map(
    lines.flatMap((line) => {
      const read = readJsonAs(lostJob, line);
      return 'data' in read ? [[read.data.job, read.data] as const] : [];
    }),
  );
}

/** The jobs that no worker has yet. */
class JobQueue {
  readonly #jobs: Job[];
  readonly #tries = new Map<string, number>();
  /** Scenarios of which a job took long. */
  readonly #watched = new Set<number>();
  /** Of the last jobs, in the mean. */
  #secondsPerJob = BATCH_SECONDS;

  constructor(jobs: readonly Job[]) {
    this.#jobs = jobs.toReversed();
  }

  next(): readonly Job[] {
    const wanted = Math.round(BATCH_SECONDS / this.#secondsPerJob);
    const count = Math.max(1, Math.min(LARGEST_BATCH, wanted));
    return this.#jobs.splice(-count).reverse();
  }

  took(seconds: number, jobs: number): void {
    this.#secondsPerJob = (this.#secondsPerJob + seconds / jobs) / 2;
  }

  get watched(): readonly number[] {
    return [...this.#watched];
  }

  /** Has all further jobs of the scenario of `job` run under timers. */
  watch({ scenario }: Job): void {
    this.#watched.add(scenario);
  }

  /** Whether `job`, whose worker ended, is tried again. */
  tryAgain({ id }: Job): boolean {
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    return tries < MOST_TRIES;
  }
}

/** One worker process after another, until there is nothing left to do. */
class Worker {
  readonly #folder: string;
  readonly #part: string;
  readonly #limits: SweepHeader['limits'];
  readonly #agents: SweepHeader['agents'];
  readonly #queue: JobQueue;
  readonly #listener: { onLost(lost: LostJob): void; onOver(): void };

  constructor(
    folder: string,
    part: string,
    { limits, agents }: SweepHeader,
    queue: JobQueue,
    listener: { onLost(lost: LostJob): void; onOver(): void },
  ) {
    this.#folder = folder;
    this.#part = part;
    this.#limits = limits;
    this.#agents = agents;
    this.#queue = queue;
    this.#listener = listener;
  }

  async work(quitting: AbortSignal): Promise<void> {
    let jobs = this.#queue.next();
    while (jobs.length > 0 && !quitting.aborted) {
      const left = await this.#runProcess(jobs, quitting);
      jobs = left.length > 0 ? left : this.#queue.next();
    }
  }

  /** Lets one process run `first` and batch after batch. Answers what another process has to go on with. */
  #runProcess(first: readonly Job[], quitting: AbortSignal): Promise<readonly Job[]> {
    return new Promise((resolve) => {
      let batch = first;
      let watched = this.#queue.watched;
      let at = 0;
      let began = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const end = (left: readonly Job[]): void => {
        clearTimeout(timer);
        quitting.removeEventListener('abort', cancel);
        child[Symbol.dispose]();
        resolve(left);
      };
      const cancel = (): void => {
        end([]);
      };
      /** The job that runs leaves no run. */
      const lose = (reason: LostJob['reason'], message: string): void => {
        this.#listener.onLost({ job: batch[at]!.id, reason, message });
        this.#listener.onOver();
      };
      const endedBy = (how: Ending): void => {
        const job = batch[at];
        if (job === undefined) end([]);
        else if (this.#queue.tryAgain(job)) end(batch.slice(at));
        else {
          if (how === 'memory') lose('memory', `The job needed more than ${this.#limits.memory} MB.`);
          else lose('crashed', how === 'gone' ? 'The worker process ended.' : how.message);
          end(batch.slice(at + 1));
        }
      };
      const child = new Child<WorkerQuestion, WorkerAnswer>(
        WORKER,
        { memory: this.#limits.memory },
        {
          answered: (answer) => {
            clearTimeout(timer);
            switch (answer.kind) {
              case 'started': {
                const isWatched = isUnderTimers(batch[at]!, watched, this.#agents);
                const limit = isWatched ? this.#limits.seconds : UNWATCHED_SECONDS;
                timer = setTimeout(() => {
                  if (isWatched) lose('timed-out', `The job took longer than ${limit} s.`);
                  else this.#queue.watch(batch[at]!);
                  end(batch.slice(isWatched ? at + 1 : at));
                }, limit * 1000);
                break;
              }
              case 'refused':
                lose('refused', answer.message);
                at += 1;
                break;
              case 'done':
                at += 1;
                this.#listener.onOver();
                break;
              case 'free':
                this.#queue.took((performance.now() - began) / 1000, batch.length);
                batch = this.#queue.next();
                at = 0;
                began = performance.now();
                if (batch.length === 0) end([]);
                else ask();
            }
          },
          ended: endedBy,
        },
      );
      const ask = (): void => {
        watched = this.#queue.watched;
        child.ask({ folder: this.#folder, part: this.#part, jobs: batch, watched });
      };
      quitting.addEventListener('abort', cancel);
      ask();
    });
  }
}
