import * as z from 'zod';
import { type ModelChoice, readJsonAs, type RunId } from '../../../engine/model/index.ts';
import { type OnBlockingWait, openPatiently } from '../database/index.ts';
import { appendNow, readTextNow } from '../system/index.ts';
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
import {
  fileIn,
  type Job,
  type Manifest,
  namesInParts,
  type PlannedAgent,
  realFolder,
  type SweepHeader,
} from './manifest.ts';
import { isUnderTimers, type JobEvent, Part } from './part.ts';
import { type JobUse, NO_USE, sumUses } from './model-use.ts';

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
  let part: Promise<Part> | undefined;
  return async ({ folder, part: name, jobs, watched }, tell) => {
    part ??= Part.open(folder, name, (message) => {
      tell({ kind: 'waits', message });
      return undefined;
    });
    await (await part).runJobs(jobs, watched, tell);
  };
}

const lostJob = z.strictObject({
  job: z.string(),
  reason: z.enum(['timed-out', 'memory', 'crashed', 'refused']),
  message: z.string(),
});

/** A job that left no run. */
export type LostJob = z.infer<typeof lostJob>;

/** The maximum number of tries of a job whose worker process ends, because another program may have killed the process. */
const MAX_TRIES = 3;

/**
 * A job that takes longer, in seconds, is run again under timers, which stop hanging code without ending the run. Timers cost
 * more than a short run.
 */
const UNWATCHED_SECONDS = 3;

/** The target duration of a batch in seconds. While this process collects runs, a worker must wait for its next batch. */
const BATCH_SECONDS = 2;
const MAX_BATCH = 500; // jobs

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

const LIMITED = { tokens: 'tokens', requests: 'requests', cost: 'for its models' } as const satisfies Record<
  keyof JobUse,
  string
>;

const UNKNOWN = 'which cannot be kept: the tokens of an answer or a price in prices.json are not known';

/** What the models of a sweep may use. */
export class Budget implements Disposable {
  readonly #limits: SweepHeader['limits'];
  readonly #onReached: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #used: JobUse;
  #reached: string | undefined;

  /**
   * @param used the use in earlier executions
   * @param onReached called when a limit is reached
   */
  constructor(limits: SweepHeader['limits'], used: JobUse, onReached: () => void) {
    this.#limits = limits;
    this.#onReached = onReached;
    this.#used = NO_USE;
    this.spend(used);
    const { minutes } = limits;
    if (minutes !== undefined)
      this.#timer = setTimeout(() => {
        this.#reach(`${minutes} minutes`);
      }, minutes * 60_000);
  }

  /** The reached limit, such as `1,000 tokens`; `undefined` if none is reached. */
  get reached(): string | undefined {
    return this.#reached;
  }

  spend(use: JobUse): void {
    this.#used = sumUses(this.#used, use);
    for (const [what, words] of Object.entries(LIMITED)) {
      const [most, used] = [this.#limits[what as keyof JobUse], this.#used[what as keyof JobUse]];
      if (most === undefined || (used !== undefined && used < most)) continue;
      const limit = `${most.toLocaleString('en-US')} ${words}`;
      this.#reach(used === undefined ? `${limit}, ${UNKNOWN}` : limit);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #reach(limit: string): void {
    this.#reached ??= limit;
    this.#onReached();
  }
}

/** Records that a job of the sweep in `folder` left no run in `part`. */
export function noteLost(folder: string, part: string, job: LostJob): void {
  appendNow(fileIn(folder, `parts/${part}${LOST}`), `${JSON.stringify(job)}\n`, realFolder(folder));
}

const LOST = '.lost.jsonl';
const MAX_LOST_SIZE = 300_000_000; // bytes

/** The files that list jobs without a run in the sweep in `folder`. */
export function lostFiles(folder: string): readonly string[] {
  const names = namesInParts(folder).filter((name) => name.endsWith(LOST));
  return names.map((name) => fileIn(folder, `parts/${name}`));
}

/** The jobs of the sweep in `folder` that left no run at their last try, by id. */
export function lostJobs(folder: string): ReadonlyMap<string, LostJob> {
  const readable = { most: MAX_LOST_SIZE, within: realFolder(folder) };
  const lines = lostFiles(folder).flatMap((file) => readTextNow(file, readable).split('\n').filter(Boolean));
  return new Map(
    lines.flatMap((line) => {
      const read = readJsonAs(lostJob, line);
      return 'data' in read ? [[read.data.job, read.data] as const] : [];
    }),
  );
}

/** A resource that only a number of jobs may use at once: a server, the memory for a local model, or the cores of this machine. */
interface Resource {
  /** The address of the server or the path of the file; empty for the cores. */
  readonly key: string;
  readonly atOnce: number;
  running: number;
}

/** The resources of a sweep's jobs. */
class Resources {
  readonly #header: Pick<SweepHeader, 'agents' | 'limits'>;
  /** The maximum number of jobs without a model that run at once. */
  readonly #workers: number;
  readonly #known = new Map<string, Resource>();

  constructor(header: Pick<SweepHeader, 'agents' | 'limits'>, workers: number) {
    this.#header = header;
    this.#workers = workers;
  }

  /** The resources of a job: the servers and files of the models that play its agent and user, or else a core. */
  of({ agent }: Pick<Job, 'agent'>): readonly Resource[] {
    const models = modelsOf(this.#header.agents[agent]!);
    if (models.length === 0) return [this.#resource('', this.#workers)];
    const used = new Map(
      models.map(({ url, wire }) => [url, wire === 'gguf' ? 1 : this.#header.limits.atOnce]),
    );
    return [...used].map(([url, atOnce]) => this.#resource(url, atOnce));
  }

  #resource(key: string, atOnce: number): Resource {
    const known = this.#known.get(key) ?? { key, atOnce, running: 0 };
    this.#known.set(key, known);
    return known;
  }
}

const isModel = ([first]: readonly Resource[]): boolean => first!.key !== '';

const hasRoom = (resources: readonly Resource[]): boolean =>
  resources.every(({ running, atOnce }) => running < atOnce);

const count = (resources: readonly Resource[], more: 1 | -1): void => {
  for (const resource of resources) resource.running += more;
};

/** Jobs that use the same resources. */
interface JobLane {
  /** The waiting jobs, in reverse order. */
  readonly jobs: Job[];
  readonly uses: readonly Resource[];
  readonly atOnce: number;
  /** The maximum number of jobs in a batch. */
  readonly mostJobs: number;
  /** The moving average of seconds per job. */
  secondsPerJob: number;
}

/** Limits the number of jobs that use each model server at once. */
export class ServerGate {
  readonly #resources: Resources;
  readonly #waiting = new Set<() => void>();

  constructor(header: Pick<SweepHeader, 'agents' | 'limits'>) {
    this.#resources = new Resources(header, Infinity);
  }

  /**
   * Runs `work` with `jobs`, or with each job alone if it has a model, as soon as its resources are free. Stops when `stopped` is
   * aborted.
   */
  async pass(
    jobs: readonly Job[],
    stopped: AbortSignal,
    work: (jobs: readonly Job[]) => Promise<void>,
  ): Promise<void> {
    // A signal of its own: each may have few listeners.
    AbortSignal.any([stopped]).addEventListener('abort', () => {
      this.#wake();
    });
    const free = jobs.filter((job) => !isModel(this.#resources.of(job)));
    if (free.length > 0) await work(free);
    for (const job of jobs) {
      const uses = this.#resources.of(job);
      if (!isModel(uses)) continue;
      while (!stopped.aborted && !hasRoom(uses))
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      if (stopped.aborted) return;
      count(uses, 1);
      try {
        await work([job]);
      } finally {
        count(uses, -1);
        this.#wake();
      }
    }
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}

/** The maximum number of workers: each is a process, and so is each of their agents. */
const MAX_WORKERS = 64;

/** The jobs that no worker has taken yet. */
export class JobQueue {
  readonly #lanes: readonly JobLane[];
  readonly #laneOf: (job: Job) => JobLane;
  /** The names of the parts of workers that can be busy. */
  readonly parts: readonly string[];
  /** The part with the recorded requests of each interrupted job. */
  readonly #homes: ReadonlyMap<string, string>;
  readonly #tries = new Map<string, number>();
  /** Indexes of scenarios with a job that took long. */
  readonly #watched = new Set<number>();
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /**
   * @param workers the number of workers for jobs without a model. The names of parts are `part` and a number. `homes` are the
   * parts of interrupted jobs, which only their workers continue.
   */
  constructor(
    jobs: readonly Job[],
    workers: number,
    header: Pick<SweepHeader, 'agents' | 'limits'>,
    { part, homes }: { readonly part: string; readonly homes: ReadonlyMap<string, string> },
  ) {
    const resources = new Resources(header, workers);
    const lanes = new Map<string, JobLane>();
    this.#laneOf = (job) => {
      const uses = resources.of(job);
      const key = uses.map((one) => one.key).join('\n');
      const known = lanes.get(key);
      if (known !== undefined) return known;
      const atOnce = Math.min(...uses.map((one) => one.atOnce));
      const mostJobs = isModel(uses) ? 1 : MAX_BATCH;
      const lane = { jobs: [], uses, atOnce, mostJobs, secondsPerJob: BATCH_SECONDS };
      lanes.set(key, lane);
      return lane;
    };
    for (const job of jobs.toReversed()) this.#laneOf(job).jobs.push(job);
    this.#lanes = [...lanes.values()];
    const names = Array.from({ length: MAX_WORKERS }, (_, index) => `${part}-${index + 1}`);
    const waiting = new Set(jobs.map(({ id }) => id));
    this.#homes = new Map([...homes].filter(([id, home]) => waiting.has(id) && names.includes(home)));
    const busy = this.#lanes.reduce((sum, lane) => sum + Math.min(lane.atOnce, lane.jobs.length), 0);
    const needed = new Set(this.#homes.values());
    const others = names.filter((name) => !needed.has(name));
    this.parts = [...needed, ...others.slice(0, Math.max(0, busy - needed.size))].slice(0, MAX_WORKERS);
  }

  /** A batch for the worker of `part`, as soon as it may run; empty when no job is left. Call {@link done} after the batch. */
  async next(part: string): Promise<readonly Job[]> {
    while (!this.#isClosed && this.#lanes.some(({ jobs }) => jobs.length > 0)) {
      for (const lane of this.#lanes) {
        const batch = hasRoom(lane.uses) ? this.#take(lane, part) : [];
        if (batch.length === 0) continue;
        count(lane.uses, 1);
        // The last job was taken: nobody needs to wait.
        if (lane.jobs.length === 0) this.#wake();
        return batch;
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return [];
  }

  /** Returns the batch's resources: the worker is free again. */
  done([job]: readonly Job[]): void {
    count(this.#laneOf(job!).uses, -1);
    this.#wake();
  }

  /** Hands out no further job. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  took(seconds: number, jobs: readonly Job[]): void {
    const lane = this.#laneOf(jobs[0]!);
    lane.secondsPerJob = (lane.secondsPerJob + seconds / jobs.length) / 2;
  }

  get watched(): readonly number[] {
    return [...this.#watched];
  }

  /** Runs all further jobs of the scenario of `job` under timers. */
  watch({ scenario }: Job): void {
    this.#watched.add(scenario);
  }

  /** Whether to try `job` again after its worker ended. */
  tryAgain({ id }: Job): boolean {
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    return tries < MAX_TRIES;
  }

  /** Takes a batch. The last batches become shorter, so that all workers end at about the same time. */
  #take({ jobs, atOnce, mostJobs, secondsPerJob }: JobLane, part: string): readonly Job[] {
    if (this.#homes.size === 0) {
      const wanted = Math.round(BATCH_SECONDS / secondsPerJob);
      const share = Math.floor(jobs.length / (2 * atOnce));
      return jobs.splice(-Math.max(1, Math.min(mostJobs, wanted, share))).reverse();
    }
    const own = jobs.findLastIndex(({ id }) => this.#homes.get(id) === part);
    const at = own < 0 ? jobs.findLastIndex(({ id }) => !this.#homes.has(id)) : own;
    return at < 0 ? [] : jobs.splice(at, 1);
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}

/** The models that play the agent and the user. */
function modelsOf(agent: PlannedAgent): readonly ModelChoice[] {
  if (agent.kind !== 'program') return [];
  const { model, user } = agent;
  // Read from JSON.
  return [
    ...(model === undefined ? [] : [model]),
    ...(user === undefined ? [] : [user.model]),
  ] as ModelChoice[];
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
