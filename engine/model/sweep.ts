import type { RunId } from './values/ids.ts';
import type { PassRate } from './run-query.ts';

/** What became of a job. `missing` has not been run, `timed-out` and `lost` left no run. */
export type JobOutcome = 'passed' | 'failed' | 'not-judged' | 'crashed' | 'timed-out' | 'lost' | 'missing';

/** A job of a sweep with its result. */
export interface JobResult {
  /** Its id: a hash of all that determines its run. */
  readonly job: string;
  readonly scenario: string;
  readonly variant: string | undefined;
  /** `undefined` of a job without a run that has its scenario's own. */
  readonly seed: number | undefined;
  readonly agent: string;
  readonly settings: string;
  readonly repeat: number;
  /** Its run in the database of the results, where it has one. */
  readonly run: RunId | undefined;
  readonly outcome: JobOutcome;
  /** SHA-256 of the log, in hex, where the run has ended. */
  readonly logHash: string | undefined;
  /** Why it did not pass, in one sentence. */
  readonly reason: string | undefined;
  /** How many entries the run has that it left, and how many simulated seconds it took. */
  readonly entries?: number;
  readonly seconds?: number;
}

/** What a group of jobs came to. */
export interface JobCounts {
  readonly jobs: number;
  /** How many had each outcome; outcomes that none had are left out. */
  readonly outcomes: Readonly<Partial<Record<JobOutcome, number>>>;
  /** Of the judged runs; `undefined` where there is none. Runs with the same log are one sample of its interval. */
  readonly rate: PassRate | undefined;
}

/** What distinguishes the jobs of a sweep. A task is a scenario in a variant, a contender an agent with settings. */
export type SweepFactor = 'task' | 'scenario' | 'variant' | 'seed' | 'contender' | 'agent' | 'settings';

/** The jobs of a sweep by two factors. Cells without jobs are `undefined`. */
export interface SweepGrid<Cell> {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | undefined)[] }[];
}

/** Two contenders over the same tasks, seeds and repeats. */
export interface PairedComparison {
  /** Pairs in which both were judged. */
  readonly pairs: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly both: number;
  readonly neither: number;
  /** Two-sided p-value of McNemar's exact test: how likely so uneven a split is if both are equally good. */
  readonly p: number;
}

/** The jobs that two sweeps have in common: the same task, contender, seed and repeat. */
export interface SweepComparison {
  readonly contenders: readonly {
    readonly name: string;
    readonly was: JobCounts;
    readonly is: JobCounts;
    readonly paired: PairedComparison;
  }[];
  readonly grid: SweepGrid<{ readonly was: JobCounts; readonly is: JobCounts }>;
  /** Jobs with another outcome. */
  readonly changed: readonly { readonly was: JobResult; readonly is: JobResult }[];
  /** Jobs that only one of them has. */
  readonly unmatched: { readonly was: number; readonly is: number };
}
