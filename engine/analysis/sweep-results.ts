import { groupBy, type PassRate, type RunId } from '../model/index.ts';
import { passRate } from './run-list.ts';

/** What became of a job. `missing` has not been run, `timed-out` and `lost` left no run. */
export type JobOutcome = 'passed' | 'failed' | 'not-judged' | 'crashed' | 'timed-out' | 'lost' | 'missing';

/** A job of a sweep with its result. */
export interface JobResult {
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

export function countJobs(results: readonly JobResult[]): JobCounts {
  const outcomes: Partial<Record<JobOutcome, number>> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const samples = results.map(({ outcome, logHash }, at) => ({ id: String(at), log: logHash, outcome }));
  return { jobs: results.length, outcomes, rate: passRate(samples) };
}

const isJudged = ({ outcome }: JobResult): boolean => outcome === 'passed' || outcome === 'failed';

/** What distinguishes the jobs of a sweep. */
export type Factor = 'scenario' | 'variant' | 'seed' | 'agent' | 'settings';

const valueOf = (result: JobResult, factor: Factor): string => String(result[factor] ?? '');

/** The counts for each value of `factor`, in the order in which the values come. */
export const countsBy = (results: readonly JobResult[], factor: Factor): ReadonlyMap<string, JobCounts> =>
  new Map(
    [...groupBy(results, (result) => valueOf(result, factor))].map(([value, some]) => [
      value,
      countJobs(some),
    ]),
  );

/** One scenario in one variant: what an agent is asked to do. */
export const taskOf = ({ scenario, variant }: Pick<JobResult, 'scenario' | 'variant'>): string =>
  variant === undefined ? scenario : `${scenario} ${variant}`;

/** An agent with settings: what is compared. */
export const contenderOf = ({ agent, settings }: Pick<JobResult, 'agent' | 'settings'>): string =>
  settings === 'default' ? agent : `${agent}, ${settings}`;

/** A table of counts: one row a task, one column a contender. */
export interface SweepMatrix {
  readonly contenders: readonly string[];
  readonly rows: readonly { readonly task: string; readonly cells: readonly (JobCounts | undefined)[] }[];
}

export function sweepMatrix(results: readonly JobResult[]): SweepMatrix {
  const contenders = [...new Set(results.map(contenderOf))];
  const rows = [...groupBy(results, taskOf)].map(([task, ofTask]) => {
    const byContender = groupBy(ofTask, contenderOf);
    return {
      task,
      cells: contenders.map((contender) => {
        const some = byContender.get(contender);
        return some && countJobs(some);
      }),
    };
  });
  return { contenders, rows };
}

/** How reliably a contender solves tasks when it has `k` attempts at each. */
export interface Attempts {
  readonly k: number;
  /** The chance that at least one of k attempts passes (pass@k), in the mean of the tasks. */
  readonly any: number;
  /** The chance that all k attempts pass (pass^k), in the mean of the tasks. */
  readonly all: number;
  /** Tasks with at least k judged attempts; the others do not count. */
  readonly tasks: number;
}

/**
 * Estimates pass@k and pass^k without bias from n attempts of which c passed: 1 - C(n-c, k) / C(n, k), and C(c, k) / C(n, k).
 *
 * @param results of one contender
 */
export function attempts(results: readonly JobResult[], k: number): Attempts {
  const tasks = [...groupBy(results, taskOf).values()]
    .map((ofTask) => {
      const judged = ofTask.filter(isJudged);
      return { n: judged.length, c: judged.filter(({ outcome }) => outcome === 'passed').length };
    })
    .filter(({ n }) => n >= k);
  const mean = (share: (task: { n: number; c: number }) => number): number =>
    tasks.reduce((sum, task) => sum + share(task), 0) / tasks.length;
  return {
    k,
    any: mean(({ n, c }) => 1 - chosenShare(n - c, n, k)),
    all: mean(({ n, c }) => chosenShare(c, n, k)),
    tasks: tasks.length,
  };
}

/** C(c, k) / C(n, k): the chance that k of n things drawn at random are all among c of them. */
function chosenShare(c: number, n: number, k: number): number {
  if (c < k) return 0;
  let share = 1;
  for (let at = 0; at < k; at++) share *= (c - at) / (n - at);
  return share;
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

export function comparePairs(first: readonly JobResult[], second: readonly JobResult[]): PairedComparison {
  const keyOf = (result: JobResult): string => JSON.stringify([taskOf(result), result.seed, result.repeat]);
  const others = new Map(second.map((result) => [keyOf(result), result.outcome]));
  const count = { both: 0, neither: 0, onlyFirst: 0, onlySecond: 0 };
  for (const result of first) {
    const pair = [result.outcome, others.get(keyOf(result))];
    if (!pair.every((outcome) => outcome === 'passed' || outcome === 'failed')) continue;
    const [one, other] = pair.map((outcome) => outcome === 'passed');
    count[one ? (other ? 'both' : 'onlyFirst') : other ? 'onlySecond' : 'neither'] += 1;
  }
  const { both, neither, onlyFirst, onlySecond } = count;
  return { ...count, pairs: both + neither + onlyFirst + onlySecond, p: binomialP(onlyFirst, onlySecond) };
}

/** The two-sided exact p-value of `a` against `b` under a fair coin. */
function binomialP(a: number, b: number): number {
  const n = a + b;
  // By logarithms: the terms of thousands of pairs are too small for numbers.
  let term = -n * Math.LN2;
  let tail = 0;
  for (let at = 0; at <= Math.min(a, b); at++) {
    if (at > 0) term += Math.log(n - at + 1) - Math.log(at);
    tail += Math.exp(term);
  }
  return Math.min(1, 2 * tail);
}

/** Cells of one task, contender and seed whose repeats both passed and failed. */
export function flakyCells(results: readonly JobResult[]): readonly JobResult[] {
  const cells = groupBy(results, (result) =>
    JSON.stringify([taskOf(result), contenderOf(result), result.seed]),
  );
  return [...cells.values()].flatMap((cell) => {
    const outcomes = new Set(cell.map(({ outcome }) => outcome));
    return outcomes.has('passed') && outcomes.has('failed') ? [cell[0]!] : [];
  });
}

/** Why runs did not pass, most frequent first. */
export function reasons(
  results: readonly JobResult[],
): readonly { readonly reason: string; readonly jobs: number }[] {
  const groups = groupBy(
    results.filter(({ reason }) => reason !== undefined),
    ({ reason }) => reason!,
  );
  return [...groups]
    .map(([reason, some]) => ({ reason, jobs: some.length }))
    .sort((one, other) => other.jobs - one.jobs);
}
