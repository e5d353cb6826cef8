import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JobResult, Store } from '../../../engine/index.ts';
import {
  between,
  groupBy,
  type RunId,
  runResult,
  type RunSummary,
  toSeconds,
} from '../../../engine/model/index.ts';
import type { ReportedSweep } from '../../../preload/contract.ts';
import { openForReading } from '../database/index.ts';
import { entryStatus } from '../system/index.ts';
import { partFiles, resultsFile } from './collect.ts';
import { LOCAL_PART, runnerOf } from './part-lock.ts';
import { lostFiles, type LostJob, lostJobs } from './lost-jobs.ts';
import { type Job, type Manifest, MANIFEST, readManifest } from './manifest.ts';

/** The part of a job's result that comes from its run. */
type Outcome = Omit<JobResult, 'job' | 'scenario' | 'variant' | 'agent' | 'settings' | 'repeat'>;

/** What the agent of a job did. */
type AgentEffort = ReturnType<Store['agentEffort']>;

/** The results of all jobs of the sweep in `folder`, whose runs were collected in `store`. */
export function sweepResults(folder: string, manifest: Manifest, store: Store): readonly JobResult[] {
  const ended = endedIn(store);
  const outcomes = outcomesOf(
    store,
    ended.map(({ run }) => run),
  );
  return resultsOf(
    folder,
    manifest,
    new Map(ended.map(({ job, run }) => [job, { ...outcomes.get(run)!, ...store.agentEffort(run) }])),
  );
}

const endedIn = (store: Store): ReturnType<Store['jobs']> => store.jobs().filter(({ ended }) => ended);

function resultsOf(
  folder: string,
  { header, jobs }: Manifest,
  outcomes: ReadonlyMap<string, Outcome>,
): readonly JobResult[] {
  const lost = lostJobs(folder);
  const taskOf = ({ scenario, variant }: Job): string => JSON.stringify([scenario, variant]);
  // A job that left no run has the seed of its scenario, too, so that it is compared with the runs of others.
  const ownSeeds = new Map(
    jobs
      .map((job) => [taskOf(job), outcomes.get(job.id)?.seed] as const)
      .filter(([, seed]) => seed !== undefined),
  );
  return jobs.map((job) => {
    const { id, scenario, variant, seed, agent, settings, repeat } = job;
    const { seed: own, ...outcome } = outcomes.get(id) ?? withoutRun(lost.get(id));
    return {
      job: id,
      scenario: header.scenarios[scenario]!.path,
      variant,
      seed: seed ?? own ?? ownSeeds.get(taskOf(job)),
      agent: header.agents[agent]!.name,
      settings: header.settings[settings]!.name,
      repeat,
      ...outcome,
    };
  });
}

function withoutRun(lost: LostJob | undefined): Outcome {
  const none = { run: undefined, seed: undefined, logHash: undefined, logHashVersion: undefined };
  if (lost === undefined) return { ...none, outcome: 'missing', reason: undefined };
  return { ...none, outcome: lost.reason === 'timed-out' ? 'timed-out' : 'lost', reason: lost.message };
}

/** What came of `runs`, without their agents' effort. */
function outcomesOf(store: Store, runs: readonly RunId[]): ReadonlyMap<RunId, Outcome> {
  const costsOf = store.askerCosts(runs);
  return new Map(
    runs.map((run) => {
      const summary = store.run(run)!;
      const { agent: costs, user: userCosts } = costsOf.get(run) ?? {};
      const outcome: Outcome = {
        run,
        seed: summary.seed,
        logHash: summary.logHash,
        logHashVersion: summary.logHashVersion,
        ...verdictOf(summary),
        entries: summary.entries,
        seconds: toSeconds(between(summary.start, summary.now)),
        ...(costs === undefined ? {} : { costs }),
        ...(userCosts === undefined ? {} : { userCosts }),
      };
      return [run, outcome];
    }),
  );
}

function verdictOf({ state, verdict, notes }: RunSummary): Pick<Outcome, 'outcome' | 'reason'> {
  const ending = notes.find((note) => note.kind === 'ending');
  const outcome = runResult({ state, outcome: verdict?.outcome, ending: ending?.cause });
  // Of a run that goes on nothing is known yet.
  if (outcome === 'active') return { outcome: 'missing', reason: undefined };
  if (outcome === 'passed' || outcome === 'not-judged') return { outcome, reason: undefined };
  return { outcome, reason: outcome === verdict?.outcome ? verdict.sentence : ending?.text };
}

/** A text that changes when a process has written results into `folder`. */
function folderStamp(folder: string): string {
  const databases = [resultsFile(folder), ...partFiles(folder)];
  const files = [
    join(folder, 'parts'),
    ...databases.flatMap((file) => [file, `${file}-wal`]),
    ...lostFiles(folder),
  ];
  return files
    .map((file) => {
      const { mtimeMs, size } = entryStatus(file) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

/** A job's run, and the database that contains it. */
interface StoredJobRun {
  readonly file: string;
  readonly run: RunId;
  readonly logHash: string | undefined;
}

/** A text that names the content of a job's run: a job that is run again has another. */
const contentOf = (job: string, { logHash }: StoredJobRun): string => `${job} ${logHash}`;

/** Reads the results of a sweep so far, collected or not. Repeated reads cover only new runs. */
export class SweepReader {
  readonly #folder: string;
  #manifest: Manifest | undefined;
  #plannedAt = 0;
  /** The outcomes of ended runs, by their contents. */
  #known = new Map<string, Outcome>();
  /** The effort of their agents, by the same. */
  #efforts = new Map<string, AgentEffort>();
  #places = new Map<string, StoredJobRun>();
  #results:
    { readonly stamp: string; readonly manifest: Manifest; readonly jobs: readonly JobResult[] } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** When the sweep was planned, in milliseconds since the Unix epoch; taken from the plan's file. */
  get plannedAt(): number {
    return this.#plannedAt;
  }

  /** The sweep's plan. @throws {ProblemError} when there is no sweep, or it cannot be read. */
  async manifest(): Promise<Manifest> {
    const written = entryStatus(join(this.#folder, MANIFEST))?.mtimeMs ?? 0;
    if (this.#manifest === undefined || written !== this.#plannedAt) {
      this.#manifest = await readManifest(this.#folder);
      this.#plannedAt = written;
    }
    return this.#manifest;
  }

  /** Whether a process is running or collecting the sweep's jobs. */
  get isRunning(): boolean {
    return runnerOf(this.#folder) !== undefined;
  }

  /** The sweep as reports show it. @throws {ProblemError} as {@link manifest}. */
  async reported(): Promise<ReportedSweep> {
    const { header } = await this.manifest();
    return { name: header.name, planned: this.#plannedAt, results: await this.resultsWithEffort() };
  }

  /**
   * The results of all jobs, with the calls and tokens of their agents. To count the calls, all entries are read.
   * @throws {ProblemError} as {@link manifest}.
   */
  async resultsWithEffort(): Promise<readonly JobResult[]> {
    const results = await this.results();
    const efforts = new Map<string, AgentEffort>();
    for (const [file, runs] of groupBy([...this.#places], ([, { file }]) => file)) {
      using database = openForReading(file);
      for (const [job, stored] of runs) {
        const content = contentOf(job, stored);
        efforts.set(content, this.#efforts.get(content) ?? database.store.agentEffort(stored.run));
      }
    }
    this.#efforts = efforts;
    return results.map((result) => {
      const stored = this.#places.get(result.job);
      return stored === undefined ? result : { ...result, ...efforts.get(contentOf(result.job, stored)) };
    });
  }

  /** The results of all jobs, without their agents' effort. @throws {ProblemError} as {@link manifest}. */
  async results(): Promise<readonly JobResult[]> {
    const manifest = await this.manifest();
    const stamp = folderStamp(this.#folder);
    if (this.#results?.stamp === stamp && this.#results.manifest === manifest) return this.#results.jobs;
    const jobs = this.#read(manifest);
    this.#results = { stamp, manifest, jobs };
    return jobs;
  }

  #read(manifest: Manifest): readonly JobResult[] {
    const known = new Map<string, Outcome>();
    const places = new Map<string, StoredJobRun>();
    const outcomes = new Map<string, Outcome>();
    // Only local parts: other machines may be writing the shards, and SQLite cannot share a file between machines.
    for (const file of [resultsFile(this.#folder), ...partFiles(this.#folder, LOCAL_PART)]) {
      if (!existsSync(file)) continue;
      using database = openForReading(file);
      const found = new Map<string, StoredJobRun>();
      for (const { job, run, logHash } of endedIn(database.store))
        if (!places.has(job) && !found.has(job)) found.set(job, { file, run, logHash });
      const unread = [...found].filter(([job, stored]) => !this.#known.has(contentOf(job, stored)));
      const read = outcomesOf(
        database.store,
        unread.map(([, { run }]) => run),
      );
      for (const [job, stored] of found) {
        const content = contentOf(job, stored);
        const outcome = this.#known.get(content) ?? read.get(stored.run)!;
        places.set(job, stored);
        known.set(content, outcome);
        outcomes.set(job, { ...outcome, run: stored.run });
      }
    }
    this.#known = known;
    this.#places = places;
    return resultsOf(this.#folder, manifest, outcomes);
  }

  /** The location of the run of `job`, as of the last {@link results}. */
  runOfJob(job: string): StoredJobRun | undefined {
    return this.#places.get(job);
  }
}
