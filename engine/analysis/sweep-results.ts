import {
  groupBy,
  type JobCounts,
  type JobOutcome,
  type JobResult,
  type PairedComparison,
  type SweepComparison,
  type SweepFactor,
  type SweepGrid,
} from '../model/index.ts';
import { passRate } from './run-list.ts';

export function countJobs(results: readonly JobResult[]): JobCounts {
  const outcomes: Partial<Record<JobOutcome, number>> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const samples = results.map(({ outcome, logHash }, at) => ({ id: String(at), log: logHash, outcome }));
  return { jobs: results.length, outcomes, rate: passRate(samples) };
}

const isJudged = ({ outcome }: JobResult): boolean => outcome === 'passed' || outcome === 'failed';

/** One scenario in one variant: what an agent is asked to do. */
export const taskOf = ({ scenario, variant }: Pick<JobResult, 'scenario' | 'variant'>): string =>
  variant === undefined ? scenario : `${scenario} ${variant}`;

/** An agent with settings: what is compared. */
export const contenderOf = ({ agent, settings }: Pick<JobResult, 'agent' | 'settings'>): string =>
  settings === 'default' ? agent : `${agent}, ${settings}`;

/** What `result` has for `factor`, in words; empty where it has nothing. */
export function factorValue(result: JobResult, factor: SweepFactor): string {
  if (factor === 'task') return taskOf(result);
  if (factor === 'contender') return contenderOf(result);
  return String(result[factor] ?? '');
}

/** The counts for each value of `factor`, in the order in which the values come. */
export const countsBy = (
  results: readonly JobResult[],
  factor: SweepFactor,
): ReadonlyMap<string, JobCounts> =>
  new Map(
    [...groupBy(results, (result) => factorValue(result, factor))].map(([value, some]) => [
      value,
      countJobs(some),
    ]),
  );

/** How often jobs passed, by two factors. */
export const sweepGrid = (
  results: readonly JobResult[],
  rows: SweepFactor,
  columns: SweepFactor,
): SweepGrid<JobCounts> => gridOf(results, rows, columns, countJobs);

/** A grid whose cells are made of the jobs that belong there. */
function gridOf<Job extends JobResult, Cell>(
  jobs: readonly Job[],
  rows: SweepFactor,
  columns: SweepFactor,
  cellOf: (some: readonly Job[]) => Cell,
): SweepGrid<Cell> {
  const names = [...new Set(jobs.map((job) => factorValue(job, columns)))];
  const ofRows = [...groupBy(jobs, (job) => factorValue(job, rows))].map(([name, ofRow]) => {
    const byColumn = groupBy(ofRow, (job) => factorValue(job, columns));
    return {
      name,
      cells: names.map((column) => {
        const some = byColumn.get(column);
        return some && cellOf(some);
      }),
    };
  });
  return { columns: names, rows: ofRows };
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

/** What tells a job from the others of its sweep, and is the same in another sweep. */
const cellKey = (result: JobResult): string =>
  JSON.stringify([taskOf(result), contenderOf(result), result.seed, result.repeat]);

/** How the sweep `is` came out beside the sweep `was`, over the jobs that both have. */
export function compareSweeps(
  was: readonly JobResult[],
  is: readonly JobResult[],
  rows: SweepFactor,
  columns: SweepFactor,
): SweepComparison {
  const before = new Map(was.map((result) => [cellKey(result), result]));
  const pairs = is.flatMap((result) => {
    const counterpart = before.get(cellKey(result));
    return counterpart === undefined ? [] : [{ ...result, was: counterpart }];
  });
  const contenders = [...groupBy(pairs, contenderOf)].map(([name, some]) => ({
    name,
    was: countJobs(some.map((pair) => pair.was)),
    is: countJobs(some),
    paired: comparePairs(
      some.map((pair) => pair.was),
      some,
    ),
  }));
  const grid = gridOf(pairs, rows, columns, (some) => ({
    was: countJobs(some.map((pair) => pair.was)),
    is: countJobs(some),
  }));
  const changed = pairs
    .filter((pair) => pair.outcome !== pair.was.outcome)
    .map(({ was: first, ...second }) => ({ was: first, is: second }));
  return {
    ...{ contenders, grid, changed },
    unmatched: { was: was.length - pairs.length, is: is.length - pairs.length },
  };
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
