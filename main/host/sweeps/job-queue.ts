import type { ModelChoice } from '../../../engine/model/index.ts';
import type { Job, PlannedAgent, SweepHeader } from './manifest.ts';

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

const addRunning = (resources: readonly Resource[], more: 1 | -1): void => {
  for (const resource of resources) resource.running += more;
};

/** The workers that wait until a resource is free or nothing is left to do. */
class Waiting {
  readonly #resumes = new Set<() => void>();

  untilWoken(): Promise<void> {
    return new Promise((resolve) => this.#resumes.add(resolve));
  }

  /** Lets all of them look again. */
  wake(): void {
    for (const resume of this.#resumes) resume();
    this.#resumes.clear();
  }
}

/** The models that play the agent and the user. */
export function modelsOf(agent: PlannedAgent): readonly ModelChoice[] {
  if (agent.kind !== 'program') return [];
  const { model, user } = agent;
  // Read from JSON.
  return [
    ...(model === undefined ? [] : [model]),
    ...(user === undefined ? [] : [user.model]),
  ] as ModelChoice[];
}

/** The target duration of a batch in seconds. While this process collects runs, a worker must wait for its next batch. */
const BATCH_SECONDS = 2;
const MAX_BATCH = 500; // jobs

/** The maximum number of tries of a job whose worker process ends, because another program may have killed the process. */
const MAX_TRIES = 3;

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
  readonly #waiting = new Waiting();
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
        addRunning(lane.uses, 1);
        // The last job was taken: nobody needs to wait.
        if (lane.jobs.length === 0) this.#waiting.wake();
        return batch;
      }
      await this.#waiting.untilWoken();
    }
    return [];
  }

  /** Returns the batch's resources: the worker is free again. */
  done([job]: readonly Job[]): void {
    addRunning(this.#laneOf(job!).uses, -1);
    this.#waiting.wake();
  }

  /** Hands out no further job. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.wake();
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
}

/** Limits the number of jobs that use each model server at once. */
export class ServerGate {
  readonly #resources: Resources;
  readonly #waiting = new Waiting();

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
      this.#waiting.wake();
    });
    const free = jobs.filter((job) => !isModel(this.#resources.of(job)));
    if (free.length > 0) await work(free);
    for (const job of jobs) {
      const uses = this.#resources.of(job);
      if (!isModel(uses)) continue;
      while (!stopped.aborted && !hasRoom(uses)) await this.#waiting.untilWoken();
      if (stopped.aborted) return;
      addRunning(uses, 1);
      try {
        await work([job]);
      } finally {
        addRunning(uses, -1);
        this.#waiting.wake();
      }
    }
  }
}
