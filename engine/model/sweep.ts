import type { ModelCosts } from './model-request.ts';
import type { RunId } from './values/ids.ts';
import type { JobOutcome, PassRates } from './run-result.ts';

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
  /** The version of the hash; `undefined` without a hash. */
  readonly logHashVersion: number | undefined;
  /** Why it did not pass, in one sentence. */
  readonly reason: string | undefined;
  /** How many entries the run has that it left, and how many simulated seconds it took. */
  readonly entries?: number;
  readonly seconds?: number;
  /** How many tools the agent called in it. */
  readonly calls?: number;
  /** How many tokens its agent's model read and wrote, where the agent says. */
  readonly tokens?: number;
  /** What its run asked of its model. */
  readonly costs?: ModelCosts;
  /** The same of the model that plays the user. */
  readonly userCosts?: ModelCosts;
}

/** What a group of jobs came to. */
export interface JobCounts {
  readonly jobs: number;
  /** How many had each outcome; outcomes that none had are left out. */
  readonly outcomes: Readonly<Partial<Record<JobOutcome, number>>>;
  readonly rates: PassRates;
}

/** What distinguishes the jobs of a sweep. A task is a scenario in a variant, a contender an agent with settings. */
export type SweepFactor = 'task' | 'scenario' | 'variant' | 'seed' | 'contender' | 'agent' | 'settings';

/** The factors that rows and columns of a grid may have. */
export type GridFactor = Extract<SweepFactor, 'task' | 'seed' | 'contender' | 'variant' | 'settings'>;

/** How many values each factor has, and the factors of rows and columns. */
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

/** The cell that a person picked; without a row or a column, a whole column or row. */
export type PickedCell = Pick<GridCell, 'row' | 'column'>;

/** The jobs of a sweep by two factors. Cells without jobs are `undefined`. */
export interface SweepGrid<Cell> {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | undefined)[] }[];
}

/** Two contenders over the same tasks, seeds and repeats. Pairs of runs with equal logs on both sides count once. */
export interface PairedComparison {
  /** Pairs of runs that both count. */
  readonly pairs: number;
  /** Different pairs of logs among them, which all that follows counts. */
  readonly distinct: number;
  /** Whether there may be more of them, as of a pass rate. */
  readonly isLowerBound?: boolean;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly both: number;
  readonly neither: number;
  /** Two-sided p-value of McNemar's exact test: how likely so uneven a split is if both are equally good. */
  readonly p: number;
}

/** One of several comparisons. */
export interface CorrectedComparison extends PairedComparison {
  /** `p` corrected for the number of comparisons, by Holm's method. */
  readonly corrected: number;
}

/** Differences with a smaller p-value are called more than chance. */
const SIGNIFICANCE = 0.05;

/** Whether two contenders differ by more than chance, in words. */
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
export interface Attempts {
  readonly k: number;
  /** The chance that at least one of k attempts passes (pass@k), in the mean of the tasks. */
  readonly any: Estimate;
  /** The chance that all k attempts pass (pass^k), in the mean of the tasks. */
  readonly all: Estimate;
  /** Tasks with at least k attempts of different logs; the others do not count. */
  readonly tasks: number;
}

/** What is measured in a run: the agent's calls, the tokens of its model, and simulated seconds. */
export type RunMeasure = 'calls' | 'tokens' | 'seconds';

/**
 * How often runs have values in ranges of equal width. The first range starts at `from`; each includes its start. All
 * contenders of a sweep have the same ranges.
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
  /** For 1, 2, … attempts, as far as a task has so many. */
  readonly attempts: readonly Attempts[];
  /** Measures that none of its runs has are left out. */
  readonly histograms: Readonly<Partial<Record<RunMeasure, Histogram>>>;
  /** What its runs asked of its model; missing where they asked nothing. */
  readonly costs?: ModelCosts;
  /** The same of the model that plays the user. */
  readonly userCosts?: ModelCosts;
}

/** What a sweep's results say about its contenders. */
export interface SweepStatistics {
  readonly contenders: readonly ContenderStatistics[];
  /** The counts for each value of a factor that has several. */
  readonly factors: readonly {
    readonly factor: SweepFactor;
    readonly values: readonly { readonly value: string; readonly counts: JobCounts }[];
  }[];
  /** Every two contenders with the same tasks, seeds and repeats. */
  readonly pairs: readonly (CorrectedComparison & { readonly first: string; readonly second: string })[];
  /** One job of each cell of whose repeats some passed and some did not. */
  readonly flaky: readonly JobResult[];
  /** Why runs did not pass, most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly jobs: number }[];
}

/** The jobs that two sweeps have run in common: the same task, contender, seed and repeat. */
export interface SweepComparison {
  readonly contenders: readonly {
    readonly name: string;
    readonly was: JobCounts;
    readonly is: JobCounts;
    readonly paired: CorrectedComparison;
  }[];
  readonly grid: SweepGrid<{ readonly was: JobCounts; readonly is: JobCounts }>;
  /** How many jobs passed before and do not pass now, and the other way round. */
  readonly regressions: number;
  readonly improvements: number;
  /** Jobs with another outcome, those that passed before first. */
  readonly changed: readonly { readonly was: JobResult; readonly is: JobResult }[];
  /** Jobs that only one of them has run. */
  readonly unmatched: { readonly was: number; readonly is: number };
}
