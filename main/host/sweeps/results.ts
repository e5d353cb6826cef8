import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JobResult, Store } from '../../../engine/index.ts';
import { between, type RunId, type RunSummary, toSeconds } from '../../../engine/model/index.ts';
import { openForReading } from '../database/index.ts';
import { partFiles, resultsFile } from './collect.ts';
import { LOCAL_PART, type LostJob, lostJobs } from './local-workers.ts';
import { type Manifest, MANIFEST, readManifest } from './manifest.ts';

/** What a run says of its job. */
type Outcome = Pick<JobResult, 'run' | 'seed' | 'logHash' | 'outcome' | 'reason' | 'entries' | 'seconds'>;

/** What became of every job of the sweep in `folder`, whose runs were collected in `store`. */
export const sweepResults = (folder: string, manifest: Manifest, store: Store): readonly JobResult[] =>
  resultsOf(
    folder,
    manifest,
    new Map(endedIn(store).map(({ job, run }) => [job, outcomeOf(store.run(run)!)])),
  );

const endedIn = (store: Store): ReturnType<Store['jobs']> => store.jobs().filter(({ ended }) => ended);

function resultsOf(
  folder: string,
  { header, jobs }: Manifest,
  outcomes: ReadonlyMap<string, Outcome>,
): readonly JobResult[] {
  const lost = lostJobs(folder);
  return jobs.map(({ id, scenario, variant, seed, agent, settings, repeat }) => {
    const { seed: own, ...outcome } = outcomes.get(id) ?? withoutRun(lost.get(id));
    return {
      job: id,
      scenario: header.scenarios[scenario]!.path,
      variant,
      seed: seed ?? own,
      agent: header.agents[agent]!.name,
      settings: header.settings[settings]!.name,
      repeat,
      ...outcome,
    };
  });
}

function withoutRun(lost: LostJob | undefined): Outcome {
  const none = { run: undefined, seed: undefined, logHash: undefined };
  if (lost === undefined) return { ...none, outcome: 'missing', reason: undefined };
  return { ...none, outcome: lost.reason === 'timed-out' ? 'timed-out' : 'lost', reason: lost.message };
}

const outcomeOf = (summary: RunSummary): Outcome => ({
  run: summary.id,
  seed: summary.seed,
  logHash: summary.logHash,
  ...verdictOf(summary),
  entries: summary.entries,
  seconds: toSeconds(between(summary.start, summary.now)),
});

function verdictOf({ state, verdict, notes }: RunSummary): Pick<Outcome, 'outcome' | 'reason'> {
  if (state === 'interrupted')
    return { outcome: 'crashed', reason: notes.find(({ kind }) => kind === 'ending')?.text };
  if (verdict === undefined) return { outcome: 'not-judged', reason: undefined };
  const { outcome, sentence } = verdict;
  return { outcome, reason: outcome === 'failed' ? sentence : undefined };
}

/** A run of a job in one of the sweep's databases. */
interface JobPlace {
  readonly file: string;
  readonly run: RunId;
  readonly logHash: string | undefined;
}

/** What a sweep has come to so far, collected or not. It reads again only what is new. */
export class SweepReader {
  readonly #folder: string;
  #manifest: Manifest | undefined;
  #plannedAt = 0;
  /** Of runs that have ended, by job and log. */
  #known = new Map<string, Outcome>();
  #places = new Map<string, JobPlace>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** When the plan that was read was written: milliseconds since the Unix epoch. */
  get plannedAt(): number {
    return this.#plannedAt;
  }

  /** @throws {ProblemError} when there is no sweep, or it cannot be read. */
  async manifest(): Promise<Manifest> {
    const written = statSync(join(this.#folder, MANIFEST), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (this.#manifest === undefined || written !== this.#plannedAt) {
      this.#manifest = await readManifest(this.#folder);
      this.#plannedAt = written;
    }
    return this.#manifest;
  }

  /** What became of every job. @throws {ProblemError} as {@link manifest}. */
  async results(): Promise<readonly JobResult[]> {
    const manifest = await this.manifest();
    const known = new Map<string, Outcome>();
    const places = new Map<string, JobPlace>();
    const outcomes = new Map<string, Outcome>();
    // Parts of shards may be written by other machines, with which SQLite cannot share a file.
    for (const file of [resultsFile(this.#folder), ...partFiles(this.#folder, LOCAL_PART)]) {
      if (!existsSync(file)) continue;
      using database = openForReading(file);
      for (const { job, run, logHash } of endedIn(database.store)) {
        if (places.has(job)) continue;
        places.set(job, { file, run, logHash });
        const key = `${job} ${logHash}`;
        const outcome = this.#known.get(key) ?? outcomeOf(database.store.run(run)!);
        known.set(key, outcome);
        outcomes.set(job, { ...outcome, run });
      }
    }
    this.#known = known;
    this.#places = places;
    return resultsOf(this.#folder, manifest, outcomes);
  }

  /** Where the run of `job` is, as of the last {@link results}. */
  placeOf(job: string): JobPlace | undefined {
    return this.#places.get(job);
  }
}
