import type { ModelCosts } from './model-costs.ts';
import type { RunId } from './values/ids.ts';
import type { JobOutcome, PassRates } from './run-result.ts';

/** A job of a sweep with its result. */
export interface JobResult {
  /** The job's id: a hash of everything that determines its run. */
  readonly job: string;
  readonly scenario: string;
  readonly variant: string | undefined;
  /** The seed; `undefined` for a job without a run that uses its scenario's own seed. */
  readonly seed: number | undefined;
  readonly agent: string;
  readonly settings: string;
  readonly repeat: number;
  /** The job's run in the results database, if it has one. */
  readonly run: RunId | undefined;
  readonly outcome: JobOutcome;
  /** SHA-256 of the log, in hex, if the run has ended. */
  readonly logHash: string | undefined;
  /** The version of the hash; `undefined` without a hash. */
  readonly logHashVersion: number | undefined;
  /** Why the job did not pass, in one sentence. */
  readonly reason: string | undefined;
  /** The number of log entries. */
  readonly entries?: number;
  readonly seconds?: number;
  /** The number of tools that the agent called. */
  readonly calls?: number;
  /** The number of tokens that the agent's model read and wrote, if the agent reports it. */
  readonly tokens?: number;
  /** The costs of the run's requests to its model. */
  readonly costs?: ModelCosts;
  /** The costs of the model that plays the user. */
  readonly userCosts?: ModelCosts;
}

/** The number of jobs in a group, with their outcomes and pass rates. */
export interface JobCounts {
  readonly jobs: number;
  /** The number of jobs with each outcome; outcomes without jobs are left out. */
  readonly outcomes: Readonly<Partial<Record<JobOutcome, number>>>;
  readonly rates: PassRates;
}

/** What distinguishes the jobs of a sweep. A task is a scenario with a variant, a contender an agent with settings. */
export type SweepFactor = 'task' | 'scenario' | 'variant' | 'seed' | 'contender' | 'agent' | 'settings';

/** The factors that rows and columns of a grid may have. */
export type GridFactor = Extract<SweepFactor, 'task' | 'seed' | 'contender' | 'variant' | 'settings'>;

/** The number of values of each factor, and the factors of rows and columns. */
export interface GridFactors {
  readonly factors: Readonly<Record<GridFactor, number>>;
  readonly rows: GridFactor;
  readonly columns: GridFactor;
}

/** A cell of a grid, by the names of its row and column; a missing name stands for the whole row or column. */
export interface GridCell {
  readonly rows: SweepFactor;
  readonly columns: SweepFactor;
  readonly row?: string | undefined;
  readonly column?: string | undefined;
}

/** The selected cell of a grid; without a row or a column, a whole column or row. */
export type PickedCell = Pick<GridCell, 'row' | 'column'>;

/** The jobs of a sweep by two factors. Cells without jobs are `undefined`. */
export interface SweepGrid<Cell> {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | undefined)[] }[];
}

/** Two contenders compared over the same tasks, seeds and repeats. Pairs of runs with equal logs on both sides count once. */
export interface PairedComparison {
  /** The number of pairs in which both runs count. */
  readonly pairs: number;
  /** The number of pairs with different logs. All following counts are of these pairs. */
  readonly distinct: number;
  /** Whether `distinct` may be too low, as for a pass rate. */
  readonly isLowerBound?: boolean;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly both: number;
  readonly neither: number;
  /** Two-sided p-value of McNemar's exact test: how likely so uneven a split is if both are equally good. */
  readonly p: number;
}

/** A comparison of two contenders that is one of several, as in a table of all pairs. */
export interface CorrectedComparison extends PairedComparison {
  /** `p` corrected for the number of comparisons, by Holm's method. */
  readonly corrected: number;
}

/** The p-value below which a difference counts as significant. */
const SIGNIFICANCE = 0.05;

/** Whether two contenders differ significantly, in words. */
export function differenceWords({
  distinct,
  onlyFirst,
  onlySecond,
  corrected,
}: Pick<CorrectedComparison, 'distinct' | 'onlyFirst' | 'onlySecond' | 'corrected'>): string {
  if (distinct === 0) return 'Nothing to compare';
  if (onlyFirst + onlySecond === 0) return 'No difference';
  return corrected < SIGNIFICANCE ? 'More than chance' : 'May be chance';
}

/** An estimated probability with its 95 % interval. */
export interface Estimate {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** How reliably a contender solves tasks when it has `k` attempts at each. */
export interface AttemptEstimates {
  readonly k: number;
  /** The chance that at least one of k attempts passes (pass@k), averaged over the tasks. */
  readonly any: Estimate;
  /** The chance that all k attempts pass (pass^k), averaged over the tasks. */
  readonly all: Estimate;
  /** The number of tasks with at least k attempts of different logs. Other tasks are not counted. */
  readonly tasks: number;
}

/** What is measured in a run: the agent's calls, the tokens of its model, or simulated seconds. */
export type RunMeasure = 'calls' | 'tokens' | 'seconds';

/**
 * The distribution of a measure over runs, in ranges of equal width. The first range starts at `from`; each includes its start.
 * All contenders of a sweep have the same ranges.
 */
export interface Histogram {
  readonly from: number;
  readonly width: number;
  /** The number of runs in each range. Runs that were not judged or crashed are `others`. */
  readonly bins: readonly { readonly passed: number; readonly failed: number; readonly others: number }[];
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** A contender's results over all its jobs. */
export interface ContenderStatistics {
  readonly name: string;
  readonly counts: JobCounts;
  /** Chances for 1, 2, … attempts, up to the number of attempts at a task. */
  readonly attempts: readonly AttemptEstimates[];
  /** The distribution of each measure. Measures without values are left out. */
  readonly histograms: Readonly<Partial<Record<RunMeasure, Histogram>>>;
  /** The costs of the runs' requests to their model; missing if there were none. */
  readonly costs?: ModelCosts;
  /** The costs of the model that plays the user. */
  readonly userCosts?: ModelCosts;
}

/** The statistics of a sweep's results. */
export interface SweepStatistics {
  readonly contenders: readonly ContenderStatistics[];
  /** The counts for each value, of factors with several values. */
  readonly factors: readonly {
    readonly factor: SweepFactor;
    readonly values: readonly { readonly value: string; readonly counts: JobCounts }[];
  }[];
  /** Comparisons of every two contenders with the same tasks, seeds and repeats. */
  readonly pairs: readonly (CorrectedComparison & { readonly first: string; readonly second: string })[];
  /** One job of each cell in which some repeats passed and some did not. */
  readonly flaky: readonly JobResult[];
  /** The reasons why runs did not pass, most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly jobs: number }[];
}

/** A comparison of two sweeps over the jobs that both have run: the same task, contender (agent with settings), seed and repeat. */
export interface SweepComparison {
  readonly contenders: readonly {
    readonly name: string;
    readonly was: JobCounts;
    readonly is: JobCounts;
    readonly paired: CorrectedComparison;
  }[];
  readonly grid: SweepGrid<{ readonly was: JobCounts; readonly is: JobCounts }>;
  /** The number of jobs that passed before and do not pass now. `improvements` is the reverse. */
  readonly regressions: number;
  readonly improvements: number;
  /** Jobs whose outcome changed, those that passed before first. */
  readonly changed: readonly { readonly was: JobResult; readonly is: JobResult }[];
  /** The number of jobs that only one of the sweeps has run. */
  readonly unmatched: { readonly was: number; readonly is: number };
}
