import {
  type AttemptEstimates,
  type ContenderStatistics,
  countedAs,
  type CsvFormulas,
  csvLine,
  type Estimate,
  type GridCell,
  type GridFactors,
  groupBy,
  type Histogram,
  type JobCounts,
  type JobOutcome,
  type JobResult,
  type PairedComparison,
  type RateBasis,
  type RunMeasure,
  sumCosts,
  type SweepComparison,
  type SweepFactor,
  type SweepGrid,
  type SweepStatistics,
} from '../model/index.ts';
import {
  binomialP,
  allPass,
  anyPasses,
  holm,
  passRates,
  type Sample,
  tally,
  tallyPairs,
  wilsonInterval,
} from './statistics.ts';

export function countJobs(results: readonly JobResult[]): JobCounts {
  const outcomes: Partial<Record<JobOutcome, number>> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { jobs: results.length, outcomes, rates: passRates(results.map(toSample)) };
}

const toSample = (result: JobResult): Sample => {
  const { scenario, variant, agent, outcome, logHash, logHashVersion, entries } = result;
  return { scenario, variant, agent, result: outcome, log: logHash, logVersion: logHashVersion, entries };
};

/** The label of a task: a scenario with a variant. */
export const taskOf = ({ scenario, variant }: Pick<JobResult, 'scenario' | 'variant'>): string =>
  variant === undefined ? scenario : `${scenario} ${variant}`;

/** The label of a contender: an agent with settings. */
export const contenderOf = ({ agent, settings }: Pick<JobResult, 'agent' | 'settings'>): string =>
  settings === 'default' ? agent : `${agent}, ${settings}`;

/** The label of `result`'s value of `factor`; empty if it has none. */
export function factorValue(result: JobResult, factor: SweepFactor): string {
  if (factor === 'task') return taskOf(result);
  if (factor === 'contender') return contenderOf(result);
  return String(result[factor] ?? '');
}

/** The counts for each value of `factor`, in order of first occurrence. */
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

/** The job counts by two factors. */
export const sweepGrid = (
  results: readonly JobResult[],
  rows: SweepFactor,
  columns: SweepFactor,
): SweepGrid<JobCounts> => createGrid(results, rows, columns, countJobs);

/** A grid of two factors. `cell` computes each cell from its jobs. */
function createGrid<Job extends JobResult, Cell>(
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

/**
 * Estimates pass@k and pass^k without bias from n attempts of which c passed: 1 - C(n-c, k) / C(n, k), and C(c, k) / C(n, k).
 * `undefined` when no task has k attempts of different logs.
 *
 * The intervals are Wilson's for a sample of separate groups of k attempts. The estimates draw on all groups, which says more
 * (Hoeffding 1948), so the intervals are rather too wide. Attempts with the same log are one observation.
 *
 * @param results of one contender
 */
export function attemptEstimates(
  results: readonly JobResult[],
  k: number,
  basis: RateBasis = 'all',
): AttemptEstimates | undefined {
  const tasks = [...groupBy(results, taskOf).values()].flatMap((ofTask) => {
    const counted = tally(ofTask.map(toSample), basis);
    return counted === undefined || counted.distinct < k ? [] : [counted];
  });
  if (tasks.length === 0) return undefined;
  // The variance of a mean over tasks with different numbers of groups is that of so many groups.
  const size = tasks.length ** 2 / tasks.reduce((sum, { sampleSize }) => sum + k / sampleSize, 0);
  const mean = (shareOf: (passed: number, of: number) => number): Estimate => {
    const share = tasks.reduce((sum, { passed, of }) => sum + shareOf(passed, of), 0) / tasks.length;
    return { share, ...wilsonInterval(share, size) };
  };
  return {
    k,
    any: mean((passed, of) => anyPasses(passed, of, k)),
    all: mean((passed, of) => allPass(passed, of, k)),
    tasks: tasks.length,
  };
}

/** Compares two contenders, or two sweeps of one, over the runs of the same task, seed and repeat. */
export function comparePairs(
  first: readonly JobResult[],
  second: readonly JobResult[],
  basis: RateBasis = 'all',
): PairedComparison {
  const keyOf = (result: JobResult): string => JSON.stringify([taskOf(result), result.seed, result.repeat]);
  const others = new Map(second.map((result) => [keyOf(result), result]));
  const pairs = first.flatMap((result) => {
    const other = others.get(keyOf(result));
    return other === undefined ? [] : [{ first: toSample(result), second: toSample(other) }];
  });
  const counts = tallyPairs(pairs, basis);
  return { ...counts, p: binomialP(counts.onlyFirst, counts.onlySecond) };
}

/** A key that identifies a job in its sweep and its counterpart in another sweep. */
const cellKey = (result: JobResult): string =>
  JSON.stringify([taskOf(result), contenderOf(result), result.seed, result.repeat]);

/** Compares sweep `is` with the earlier sweep `was`, over the jobs that both have run. */
export function compareSweeps(
  was: readonly JobResult[],
  is: readonly JobResult[],
  rows: SweepFactor,
  columns: SweepFactor,
  basis: RateBasis = 'all',
): SweepComparison {
  const [earlier, later] = [was, is].map((results) => results.filter(({ outcome }) => outcome !== 'missing'));
  const before = new Map(earlier!.map((result) => [cellKey(result), result]));
  const pairs = later!.flatMap((result) => {
    const counterpart = before.get(cellKey(result));
    return counterpart === undefined ? [] : [{ ...result, was: counterpart }];
  });
  const contenders = [...groupBy(pairs, contenderOf)].map(([name, some]) => {
    const before = some.map((pair) => pair.was);
    return {
      name,
      was: countJobs(before),
      is: countJobs(some),
      paired: comparePairs(before, some, basis),
    };
  });
  const grid = createGrid(pairs, rows, columns, (some) => ({
    was: countJobs(some.map((pair) => pair.was)),
    is: countJobs(some),
  }));
  const changed = pairs
    .filter((pair) => pair.outcome !== pair.was.outcome)
    .map(({ was: first, ...second }) => ({ was: first, is: second }));
  const regressions = changed.filter((pair) => pair.was.outcome === 'passed');
  const others = changed.filter((pair) => pair.was.outcome !== 'passed');
  const corrected = holm(contenders.map(({ paired }) => paired.p));
  return {
    contenders: contenders.map((contender, index) => ({
      ...contender,
      paired: { ...contender.paired, corrected: corrected[index]! },
    })),
    grid,
    changed: [...regressions, ...others],
    regressions: regressions.length,
    improvements: others.filter((pair) => pair.is.outcome === 'passed').length,
    unmatched: { was: earlier!.length - pairs.length, is: later!.length - pairs.length },
  };
}

/** One result of each cell (task, contender and seed) in which some repeats passed and some did not. */
export function flakyCells(results: readonly JobResult[]): readonly JobResult[] {
  const cells = groupBy(results, (result) =>
    JSON.stringify([taskOf(result), contenderOf(result), result.seed]),
  );
  return [...cells.values()].flatMap((cell) => {
    const counted = new Set(cell.map(({ outcome }) => countedAs(outcome, 'all')));
    return counted.has('passed') && counted.has('not-passed') ? [cell[0]!] : [];
  });
}

/** The reasons why runs did not pass, most frequent first. */
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

/** The default maximum of estimated attempts. {@link MAX_COMPARED} is the maximum number of contenders compared in pairs. */
const MAX_ATTEMPTS = 10;
const MAX_COMPARED = 20;

const MEASURES: readonly RunMeasure[] = ['calls', 'tokens', 'seconds'];

/** All statistics of a sweep's results, with pass@k and pass^k for up to `most` attempts. */
export function sweepStatistics(
  results: readonly JobResult[],
  basis: RateBasis = 'all',
  most = MAX_ATTEMPTS,
): SweepStatistics {
  const ofContenders = [...groupBy(results, contenderOf)];
  const factors = (['task', 'variant', 'settings'] as const).flatMap((factor) => {
    const values = [...countsBy(results, factor)].map(([value, counts]) => ({ value, counts }));
    return values.length < 2 ? [] : [{ factor, values }];
  });
  return {
    contenders: ofContenders.map(([name, some]) => contenderStatistics(name, some, results, { basis, most })),
    factors,
    pairs: comparedPairs(ofContenders.slice(0, MAX_COMPARED), basis),
    flaky: flakyCells(results),
    reasons: reasons(results),
  };
}

function contenderStatistics(
  name: string,
  results: readonly JobResult[],
  all: readonly JobResult[],
  { basis, most }: { readonly basis: RateBasis; readonly most: number },
): ContenderStatistics {
  const estimates: AttemptEstimates[] = [];
  for (let k = 1; k <= most; k++) {
    const estimate = attemptEstimates(results, k, basis);
    if (estimate === undefined) break;
    estimates.push(estimate);
  }
  const costs = sumCosts(results.flatMap((result) => result.costs ?? []));
  const userCosts = sumCosts(results.flatMap((result) => result.userCosts ?? []));
  const histograms = MEASURES.flatMap((measure) => {
    const histogram = histogramOf(results, measure, all);
    return histogram === undefined ? [] : [[measure, histogram]];
  });
  return {
    name,
    counts: countJobs(results),
    attempts: estimates,
    histograms: Object.fromEntries(histograms) as ContenderStatistics['histograms'],
    ...(costs === undefined ? {} : { costs }),
    ...(userCosts === undefined ? {} : { userCosts }),
  };
}

function comparedPairs(
  contenders: readonly (readonly [name: string, results: readonly JobResult[]])[],
  basis: RateBasis,
): SweepStatistics['pairs'] {
  const pairs = contenders.flatMap(([first, ofFirst], index) =>
    contenders.slice(index + 1).flatMap(([second, ofSecond]) => {
      const compared = comparePairs(ofFirst, ofSecond, basis);
      return compared.pairs === 0 ? [] : [{ first, second, ...compared }];
    }),
  );
  const corrected = holm(pairs.map(({ p }) => p));
  return pairs.map((pair, index) => ({ ...pair, corrected: corrected[index]! }));
}

/** The maximum number of ranges of a histogram. */
const MAX_BINS = 20;

/** The distribution of `measure` over `results`, in ranges that cover all of `beside`; `undefined` if no run has a value. */
export function histogramOf(
  results: readonly JobResult[],
  measure: RunMeasure,
  beside: readonly JobResult[] = results,
): Histogram | undefined {
  const valuesIn = (some: readonly JobResult[]): number[] =>
    some.flatMap((result) => result[measure] ?? []).sort((one, other) => one - other);
  const values = valuesIn(results);
  const [least, most] = [values[0], values.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const all = valuesIn(beside);
  const width = binWidth(all.at(-1)! - all[0]!, measure === 'seconds');
  const from = Math.floor(all[0]! / width) * width;
  const bins = Array.from({ length: Math.floor((all.at(-1)! - from) / width) + 1 }, () => ({
    passed: 0,
    failed: 0,
    others: 0,
  }));
  for (const result of results) {
    const value = result[measure];
    if (value === undefined) continue;
    const bin = bins[Math.min(bins.length - 1, Math.floor((value - from) / width))]!;
    const { outcome } = result;
    bin[outcome === 'passed' || outcome === 'failed' ? outcome : 'others'] += 1;
  }
  const half = values.length / 2;
  const median = (values[Math.ceil(half) - 1]! + values[Math.floor(half)]!) / 2;
  return { from, width, bins, least, median, most };
}

/** The smallest of 1, 2, 5, 10, … that covers `range` with few bins; smaller than 1 only with `fractions`. */
function binWidth(range: number, fractions: boolean): number {
  const wanted = range / (MAX_BINS - 1);
  if (wanted === 0 || (wanted <= 1 && !fractions)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * [1, 2, 5, 10].find((step) => step * power >= wanted)!;
}

/** The number of values of each grid factor, and the most informative factors for rows and columns. */
export function gridFactors(results: readonly JobResult[]): GridFactors {
  const valuesOf = (factor: SweepFactor): number =>
    new Set(results.map((result) => factorValue(result, factor))).size;
  const factors = {
    task: valuesOf('task'),
    seed: valuesOf('seed'),
    contender: valuesOf('contender'),
    variant: valuesOf('variant'),
    settings: valuesOf('settings'),
  };
  return { factors, rows: factors.task === 1 && factors.seed > 1 ? 'seed' : 'task', columns: 'contender' };
}

/** The order of job outcomes: jobs that did not pass come first. */
const OUTCOME_ORDER: readonly JobOutcome[] = [
  ...(['crashed', 'timed-out', 'interrupted', 'lost', 'failed'] as const),
  ...(['not-judged', 'stopped', 'passed', 'missing'] as const),
];

/** The jobs of a grid cell, those that did not pass first. Without a row or a column, all jobs of the column or row. */
export function jobsInCell(
  results: readonly JobResult[],
  { rows, columns, row, column }: GridCell,
): readonly JobResult[] {
  const found = results.filter(
    (result) =>
      (row === undefined || factorValue(result, rows) === row) &&
      (column === undefined || factorValue(result, columns) === column),
  );
  return found.sort(
    (one, other) => OUTCOME_ORDER.indexOf(one.outcome) - OUTCOME_ORDER.indexOf(other.outcome),
  );
}

/** The columns of a table of jobs. `passed` is as rates count it: false for broken runs, null for runs that do not count. */
const JOB_COLUMNS = [
  ...(['job', 'scenario', 'variant', 'seed', 'agent', 'settings', 'repeat'] as const),
  ...(['passed', 'outcome', 'reason', 'run', 'entries', 'seconds', 'calls', 'tokens'] as const),
  ...(['logHash', 'logHashVersion'] as const),
] as const satisfies readonly (keyof JobRow)[];

/** A job with its result as rates count it. */
interface JobRow extends JobResult {
  readonly passed: boolean | null;
}

/** The table row of a job. */
export function jobRow(result: JobResult): JobRow {
  const counted = countedAs(result.outcome, 'all');
  return { ...result, passed: counted === undefined ? null : counted === 'passed' };
}

/** A line for each job: CSV with column names in the first line, or JSON. */
export function* jobLines(
  results: readonly JobResult[],
  format: 'csv' | 'jsonl',
  formulas?: CsvFormulas,
): Generator<string> {
  if (format === 'csv') yield csvLine(JOB_COLUMNS);
  for (const row of results.map(jobRow)) {
    const cells = JOB_COLUMNS.map((column) => row[column] ?? null);
    if (format === 'csv')
      yield csvLine(
        cells.map((cell) => String(cell ?? '')),
        formulas,
      );
    else yield JSON.stringify(Object.fromEntries(JOB_COLUMNS.map((column, index) => [column, cells[index]])));
  }
}
