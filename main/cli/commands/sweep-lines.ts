import {
  type AttemptEstimates,
  comparePairs,
  contenderOf,
  type Histogram,
  type JobCounts,
  type JobResult,
  type RateBasis,
  type RunMeasure,
  type SweepComparison,
  sweepGrid,
  sweepStatistics,
  type SweepStatistics,
  taskOf,
} from '../../../engine/index.ts';
import { ASKER_LABELS, costsText, plural } from '../../../engine/model/index.ts';
import { UsageError } from '../plain-command.ts';
import { inColumns, oneLine } from '../print.ts';
import { comparisonText, estimateText, ratesTexts, shortRates } from '../rates.ts';

export interface ShowOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly csv?: boolean;
  readonly raw?: true;
  readonly compare?: readonly string[];
  readonly attempts: number;
  readonly statistics?: boolean;
  readonly baseline?: string;
  readonly judgedOnly?: boolean;
}

export const basisOf = ({ judgedOnly: isJudged = false }: Pick<ShowOptions, 'judgedOnly'>): RateBasis =>
  isJudged ? 'judged' : 'all';

/** What changed since the baseline `name`: whether it is more than chance, then the jobs, those that passed only there first. */
export function baselineLines(
  name: string,
  { contenders, changed, regressions, improvements, unmatched }: SweepComparison,
  basis: RateBasis,
): readonly string[] {
  const lines = changed.slice(0, MAX_LISTED).map(({ was, is }) => {
    const why = is.reason === undefined ? '' : `: ${oneLine(is.reason)}`;
    return `  ${jobText(is)}: ${was.outcome}, now ${is.outcome}${why}`;
  });
  const alone = unmatched.was + unmatched.is;
  return [
    '',
    `compared with ${name}: ${plural(regressions, 'regression')}, ${plural(improvements, 'improvement')}, ${plural(changed.length, 'changed outcome')}`,
    ...contenders.flatMap(({ name: contender, was, is, paired }) => [
      `  ${contender}: ${shortRates(was.rates, basis)} passed before, ${shortRates(is.rates, basis)} now`,
      `    ${comparisonText(paired, ['before', 'now'])}`,
    ]),
    ...(alone === 0 ? [] : [`  not compared: ${unmatched.was} only before, ${unmatched.is} only now`]),
    ...lines,
  ];
}

export function resultLines(
  results: readonly JobResult[],
  { attempts: most, compare, ...options }: ShowOptions,
): readonly string[] {
  const basis = basisOf(options);
  const statistics = sweepStatistics(results, basis, most);
  const lines = [...matrixLines(results, basis), '', ...totals(statistics, basis, most)];
  lines.push(
    ...statistics.factors.flatMap((factor) => factorLines(factor, basis)),
    ...flakyLines(statistics),
    ...reasonLines(statistics),
  );
  if (compare !== undefined) lines.push('', ...comparisonLines(results, compare, basis));
  return lines;
}

/** How many runs passed: one row per task, one column per agent. */
function matrixLines(results: readonly JobResult[], basis: RateBasis): readonly string[] {
  const { columns, rows } = sweepGrid(results, 'task', 'contender');
  const cells = rows.map(({ name, cells: counts }) => [
    name,
    ...counts.map((one) => (one ? shortRates(one.rates, basis) : '')),
  ]);
  return inColumns(
    [['', ...columns], ...cells],
    columns.map((_, index) => index + 1),
  );
}

/** The results of each agent, a few lines each. */
const totals = ({ contenders }: SweepStatistics, basis: RateBasis, most: number): readonly string[] =>
  contenders.flatMap(({ name, counts, attempts: estimates, histograms, costs, userCosts }) => [
    `${name}: ${countsText(counts, basis)}`,
    ...(most === 1 ? [] : attemptLines(estimates, most)),
    ...Object.entries(histograms).map(
      ([measure, histogram]) => `  ${MEASURES[measure as RunMeasure]}: ${histogramText(histogram)}`,
    ),
    ...(costs === undefined ? [] : [`  model: ${costsText(costs)}`]),
    ...(userCosts === undefined ? [] : [`  ${ASKER_LABELS.user}: ${costsText(userCosts)}`]),
  ]);

const MEASURES = {
  calls: 'the agent’s calls',
  tokens: 'tokens',
  seconds: 'simulated seconds',
} as const satisfies Record<RunMeasure, string>;

const BLOCKS = '▁▂▃▄▅▆▇█';

/** `2 to 14, median 5 [▁▃█▂▁  ]`: a block for each range, as high as it has many runs; all agents have the same ranges. */
function histogramText({ bins, least, median, most }: Histogram): string {
  const heights = bins.map(({ passed, failed, others }) => passed + failed + others);
  const highest = Math.max(...heights);
  const blocks = heights.map((height) =>
    height === 0 ? ' ' : BLOCKS[Math.ceil((height / highest) * BLOCKS.length) - 1]!,
  );
  const [first, last, middle] = [least, most, median].map((value) =>
    value.toLocaleString('en-US', { maximumFractionDigits: 1 }),
  );
  const range = least === most ? first! : `${first!} to ${last!}, median ${middle!}`;
  return bins.length === 1 ? range : `${range} [${blocks.join('')}]`;
}

/** `30 jobs: 20 passed, 8 failed, 2 crashed; 67 % of 30 runs passed (95 % interval 49 to 81 %); 71 % of 28 judged runs …`. */
function countsText({ jobs, outcomes, rates }: JobCounts, basis: RateBasis): string {
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome.replace('-', ' ')}`);
  return [`${plural(jobs, 'job')}: ${parts.join(', ')}`, ...ratesTexts(rates, basis)].join('; ');
}

/** `  pass@2 70 % (95 % interval 40 to 90 %), pass^2 …, of 3 tasks`, for 1 to `most` attempts. */
function attemptLines(estimates: readonly AttemptEstimates[], most: number): readonly string[] {
  const lines = estimates
    .slice(0, most)
    .map(
      ({ k, any, all, tasks }) =>
        `  pass@${k} ${estimateText(any)}, pass^${k} ${estimateText(all)}, of ${plural(tasks, 'task')}`,
    );
  if (lines.length < most)
    lines.push(
      `  pass@${lines.length + 1} is unknown: no task has ${lines.length + 1} runs with different logs`,
    );
  return lines;
}

/** Factors with more values are not printed. */
const MAX_VALUES = 20;

const factorLines = (
  { factor, values }: SweepStatistics['factors'][number],
  basis: RateBasis,
): readonly string[] =>
  factor === 'task' || values.length > MAX_VALUES
    ? []
    : [
        '',
        `by ${factor}`,
        ...values.map(
          ({ value, counts }) => `  ${value === '' ? '(none)' : value}: ${countsText(counts, basis)}`,
        ),
      ];

const MAX_LISTED = 10;

function flakyLines({ flaky }: SweepStatistics): readonly string[] {
  if (flaky.length === 0) return [];
  const cells = flaky.slice(0, MAX_LISTED).map((one) => `  ${jobText(one)}`);
  return ['', `${plural(flaky.length, 'flaky cell')}: only some repeats passed`, ...cells];
}

const jobText = (job: JobResult): string =>
  `${taskOf(job)}, ${contenderOf(job)}, seed ${job.seed ?? 'of the scenario'}`;

function reasonLines({ reasons: found }: SweepStatistics): readonly string[] {
  if (found.length === 0) return [];
  const lines = found.slice(0, MAX_LISTED).map(({ reason, jobs }) => `  ${jobs} × ${oneLine(reason)}`);
  return ['', 'why runs did not pass', ...lines];
}

function comparisonLines(
  results: readonly JobResult[],
  names: readonly string[],
  basis: RateBasis,
): readonly string[] {
  const [one, other, ...more] = names.map((name) => results.filter((result) => contenderOf(result) === name));
  const known = [...new Set(results.map(contenderOf))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--compare: There is no agent "${unknown}". There are ${known.join(', ')}.`);
  if (one === undefined || other === undefined || more.length > 0)
    throw new UsageError('--compare: Name two agents.');
  const compared = comparePairs(one, other, basis);
  return [
    `${names[0]!} against ${names[1]!}, by task, seed and repeat:`,
    `  ${comparisonText({ ...compared, corrected: compared.p }, [names[0]!, names[1]!])}`,
  ];
}
