import { describe, expect, it } from 'vitest';
import {
  attemptEstimates,
  comparePairs,
  compareSweeps,
  countJobs,
  flakyCells,
  histogramOf,
  holm,
  reasons,
  sweepGrid,
  sweepStatistics,
} from '../../../engine/analysis/index.ts';
import { wilsonInterval } from '../../../engine/analysis/statistics.ts';
import type { JobOutcome, JobResult } from '../../../engine/model/index.ts';

const result = (outcome: JobOutcome, more: Partial<JobResult> = {}): JobResult => ({
  job: 's-1',
  scenario: 'supper',
  variant: undefined,
  seed: 0,
  agent: 'oracle',
  settings: 'default',
  repeat: 0,
  outcome,
  run: undefined,
  logHash: undefined,
  logHashVersion: undefined,
  reason: undefined,
  entries: 5,
  ...more,
});

const many = (outcomes: readonly JobOutcome[], more: Partial<JobResult> = {}): JobResult[] =>
  outcomes.map((outcome, seed) => result(outcome, { seed, ...more }));

const times = (count: number, outcome: JobOutcome): JobOutcome[] =>
  Array.from({ length: count }, () => outcome);

describe('countJobs()', () => {
  it('counts jobs that broke separately from failed ones, and as not passed', () => {
    const { jobs, outcomes, rates } = countJobs(
      many(['passed', 'failed', 'crashed', 'timed-out', 'lost', 'not-judged', 'missing']),
    );

    expect({ jobs, outcomes }).toEqual({
      jobs: 7,
      outcomes: {
        passed: 1,
        failed: 1,
        crashed: 1,
        'timed-out': 1,
        lost: 1,
        'not-judged': 1,
        missing: 1,
      },
    });
    expect(rates.all).toMatchObject({ passed: 1, of: 5 });
    expect(rates.judged).toMatchObject({ passed: 1, of: 2 });
  });

  it('counts runs with the same log as one observation', () => {
    const { rates } = countJobs([
      ...many(times(9, 'passed'), { logHash: 'a' }),
      ...many(['failed'], { logHash: 'b' }),
    ]);

    // A sample of 10 ** 2 / (9 ** 2 + 1 ** 2). Wilson's interval of 0.9 in it, by Python's decimal.
    expect(rates.all).toMatchObject({ passed: 9, of: 10, distinct: 2, sampleSize: 100 / 82 });
    expect(rates.all!.low).toBeCloseTo(0.195767458324761, 12);
    expect(rates.all!.high).toBeCloseTo(0.997003800994582, 12);
  });
});

/** Whether a number is `wanted` up to a relative error of 1e-9. */
const close = (wanted: number): unknown => expect.closeTo(wanted, 9 - Math.floor(Math.log10(wanted || 1)));

describe('the interval of a pass rate', () => {
  // Wilson's formula in Python's decimal with 60 digits, z = 1.959963984540054.
  it.each([
    [0, 1, 0, 0.793450685622763],
    [1, 1, 0.206549314377237, 1],
    [1, 2, 0.094531205734231, 0.905468794265769],
    [3, 7, 0.15821985525147, 0.749541635472343],
    [0, 10, 0, 0.277532799862889],
    [5, 10, 0.236593090512564, 0.763406909487436],
    [10, 10, 0.722467200137111, 1],
    [7, 30, 0.117923881444895, 0.409283261581222],
    [81, 263, 0.255288519878274, 0.3662095769828],
    [999, 1_000, 0.994357441402042, 0.999823453629374],
    [5_000, 10_000, 0.490202061815405, 0.509797938184595],
  ])('is Wilson’s interval for %i of %i', (passed, of, low, high) => {
    const { rates } = countJobs(many([...times(passed, 'passed'), ...times(of - passed, 'failed')]));

    expect(rates.all).toMatchObject({ passed, of, distinct: of, sampleSize: of });
    expect(rates.judged).toEqual(rates.all);
    expect(rates.all!.low).toBeCloseTo(low, 12);
    expect(rates.all!.high).toBeCloseTo(high, 12);
  });

  it('is the interval of a single run when all logs are equal', () => {
    const { rates } = countJobs(many(times(1_000, 'passed'), { logHash: 'a' }));

    expect(rates.all).toMatchObject({ of: 1_000, distinct: 1, high: 1 });
    expect(rates.all!.low).toBeCloseTo(0.206549314377237, 12);
  });

  it('does not exist where no run counts', () => {
    expect(countJobs([]).rates).toEqual({ all: undefined, judged: undefined });
    expect(countJobs(many(['crashed', 'missing', 'not-judged'])).rates).toMatchObject({
      all: { passed: 0, of: 1 },
      judged: undefined,
    });
  });
});

describe('attempts()', () => {
  // 1 - C(n-c, k) / C(n, k) and C(c, k) / C(n, k) by fractions of whole numbers (Python's fractions and math.comb).
  it.each([
    [1, 0, 1, 0, 0],
    [1, 1, 1, 1, 1],
    [5, 2, 1, 2 / 5, 2 / 5],
    [5, 2, 2, 7 / 10, 1 / 10],
    [5, 2, 3, 9 / 10, 0],
    [5, 2, 4, 1, 0],
    [5, 2, 5, 1, 0],
    [10, 0, 3, 0, 0],
    [10, 10, 10, 1, 1],
    [10, 7, 4, 1, 1 / 6],
    [20, 3, 5, 137 / 228, 0],
    [100, 10, 10, 0.6695237889132748, 5.776904234533874e-14],
    [200, 37, 100, 0.9999999999998803, 0],
    [200, 199, 200, 1, 0],
    [1_000, 1, 500, 0.5, 0],
  ])('estimates pass@k and pass^k: %i attempts, %i passed, k = %i', (n, c, k, any, all) => {
    const estimate = attemptEstimates(many([...times(c, 'passed'), ...times(n - c, 'failed')]), k)!;

    expect(estimate).toMatchObject({ k, tasks: 1 });
    expect(estimate.any.share).toBeCloseTo(any, 12);
    expect(estimate.all.share).toEqual(close(all));
  });

  it('averages over the tasks with at least k attempts', () => {
    const task = many(['passed', 'passed', 'failed', 'failed', 'failed']);
    const second = many(['passed', 'passed'], { scenario: 'lunch' });

    expect(attemptEstimates([...task, ...second], 2)).toMatchObject({ tasks: 2 });
    expect(attemptEstimates([...task, ...second], 2)!.all.share).toBeCloseTo((0.1 + 1) / 2, 12);
    expect(attemptEstimates([...task, ...second], 3)!.tasks).toBe(1);
    expect(attemptEstimates([...task, ...second], 6)).toBeUndefined();
    expect(attemptEstimates(many(['crashed']), 1)!.any.share).toBe(0);
    expect(attemptEstimates(many(['crashed']), 1, 'judged')).toBeUndefined();
    expect(attemptEstimates([], 1)).toBeUndefined();
  });

  it('has the interval of the pass rate for k = 1', () => {
    const { any, all } = attemptEstimates(many([...times(5, 'passed'), ...times(5, 'failed')]), 1)!;

    expect(any).toEqual(all);
    expect(any.low).toBeCloseTo(0.236593090512564, 12);
    expect(any.high).toBeCloseTo(0.763406909487436, 12);
  });

  it('counts separate groups of k different logs as the samples of the interval', () => {
    const ten = many([...times(5, 'passed'), ...times(5, 'failed')]);
    const two = many(['passed', 'passed'], { scenario: 'lunch' });

    // Five pairs; pass^2 is C(5,2) / C(10,2) = 2/9. Wilson's interval of 2/9 in 5, by Python's decimal.
    expect(attemptEstimates(ten, 2)!.all.low).toBeCloseTo(0.04347614689713, 12);
    expect(attemptEstimates(ten, 2)!.all.high).toBeCloseTo(0.642347444649078, 12);
    // One group of two logs: Wilson's interval of 1 in 1.
    expect(attemptEstimates(two, 2)!.all.low).toBeCloseTo(0.206549314377237, 12);
    // Both tasks: 2 ** 2 / (1/5 + 1/1) groups, 11/18 passed.
    expect(attemptEstimates([...ten, ...two], 2)!.all.low).toBeCloseTo(0.189983564773437, 12);
    expect(attemptEstimates([...ten, ...two], 2)!.all.high).toBeCloseTo(0.913258553581857, 12);
  });

  it('needs k different logs', () => {
    const equal = many(times(8, 'passed'), { logHash: 'a' });
    const other = many(['failed', 'failed'], { logHash: 'b' });

    expect(attemptEstimates(equal, 1)!.all.share).toBe(1);
    expect(attemptEstimates(equal, 2)).toBeUndefined();
    expect(attemptEstimates([...equal, ...other], 1)!.all).toMatchObject(wilsonInterval(0.8, 100 / 68));
    expect(attemptEstimates([...equal, ...other], 2)!.all.share).toBeCloseTo(28 / 45, 12);
    expect(attemptEstimates([...equal, ...other], 3)).toBeUndefined();
  });
});

describe('comparePairs() and holm()', () => {
  const pairs = (
    onlyFirst: number,
    onlySecond: number,
    both = 0,
    neither = 0,
  ): [JobResult[], JobResult[]] => [
    many([
      ...times(onlyFirst, 'passed'),
      ...times(onlySecond, 'failed'),
      ...times(both, 'passed'),
      ...times(neither, 'failed'),
    ]),
    many([
      ...times(onlyFirst, 'failed'),
      ...times(onlySecond, 'passed'),
      ...times(both, 'passed'),
      ...times(neither, 'failed'),
    ]),
  ];

  // McNemar's exact test: min(1, 2 * sum of C(n, i) for i up to the smaller, / 2 ** n), by Python's fractions.
  it.each([
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [3, 3, 1],
    [4, 5, 1],
    [0, 5, 0.0625],
    [0, 6, 0.03125],
    [2, 8, 0.109375],
    [1, 9, 0.021484375],
    [5, 15, 0.04138946533203125],
    [6, 16, 0.05247879028320312],
    [10, 25, 0.01667384780012071],
    [12, 27, 0.02370270247047301],
    [0, 30, 1.862645149230957e-9],
    [100, 140, 0.01166409231767766],
    [1_900, 2_100, 0.0016492663751357],
    [4_000, 6_000, 1.740431641226879e-89],
    [0, 1_000, 1.866527237006438e-301],
  ])('compute the exact p-value: %i against %i', (onlyFirst, onlySecond, p) => {
    const compared = comparePairs(...pairs(onlyFirst, onlySecond, 4, 2));

    expect(compared).toMatchObject({ onlyFirst, onlySecond, both: 4, neither: 2 });
    expect(compared.p).toEqual(close(p));
    expect(comparePairs(...pairs(onlySecond, onlyFirst)).p).toBe(compared.p);
  });

  it('leave out pairs of which a job does not count', () => {
    const one = many(['passed', 'crashed', 'passed', 'passed']);
    const other = many(['failed', 'passed', 'not-judged', 'missing']);

    expect(comparePairs(one, other)).toMatchObject({ pairs: 2, onlyFirst: 1, onlySecond: 1 });
    expect(comparePairs(one, other, 'judged')).toMatchObject({ pairs: 1, onlyFirst: 1, onlySecond: 0 });
  });

  it('count a pair of logs once, over however many seeds it is repeated', () => {
    const one = many(times(20, 'passed'), { logHash: 'a' });
    const other = many(times(20, 'failed'), { logHash: 'b', agent: 'nobody' });

    expect(comparePairs(one, other)).toMatchObject({ pairs: 20, distinct: 1, onlyFirst: 1, p: 1 });
    expect(sweepStatistics([...one, ...other]).pairs).toMatchObject([{ distinct: 1, p: 1, corrected: 1 }]);
  });

  it('correct the p-values of several comparisons', () => {
    // By Holm's method in Python's fractions: 4 × 0.005, 3 × 0.01, 2 × 0.03, and 0.04 not below the one before.
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02].map(close));
    expect(holm([0.9, 0.6])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
});

describe('histogramOf()', () => {
  const having = (calls: readonly number[], outcome: JobOutcome = 'passed'): JobResult[] =>
    calls.map((count, seed) => result(outcome, { seed, calls: count }));

  it('counts runs by outcome in bins of equal width', () => {
    const histogram = histogramOf([...having([0, 3, 99, 100]), ...having([5], 'failed')], 'calls')!;

    // 100 in at most twenty ranges: ten is the smallest of 1, 2, 5, 10, … that is wide enough.
    expect(histogram).toMatchObject({ from: 0, width: 10, least: 0, most: 100, median: 5 });
    expect(histogram.bins).toHaveLength(11);
    expect(histogram.bins[0]).toEqual({ passed: 2, failed: 1, others: 0 });
    expect(histogram.bins[9]).toEqual({ passed: 1, failed: 0, others: 0 });
    expect(histogram.bins[10]).toEqual({ passed: 1, failed: 0, others: 0 });
  });

  it('counts every run for any values', () => {
    for (const values of [[0.1, 0.3, 0.7], [7], [1e9, 1e9 + 1], [0, 1e-3], [3, 3, 3], [0.29, 5.8, 1e6]]) {
      const results = values.map((seconds, seed) => result('crashed', { seed, seconds }));
      const { bins } = histogramOf(results, 'seconds')!;

      expect(bins.reduce((sum, { others }) => sum + others, 0)).toBe(values.length);
      expect(bins.length).toBeLessThanOrEqual(21);
    }
  });

  it('interpolates the median of an even number of runs', () => {
    expect(histogramOf(having([1, 2, 4, 9]), 'calls')).toMatchObject({ median: 3, width: 1 });
  });

  it('returns undefined when no run has the measure', () => {
    expect(histogramOf(many(['passed']), 'tokens')).toBeUndefined();
  });
});

it('sweepStatistics() compares each pair of contenders and leaves out factors that do not vary', () => {
  const results = [
    ...many(['passed', 'passed', 'failed'], { agent: 'one', calls: 3 }),
    ...many(['failed', 'passed', 'failed'], { agent: 'two', calls: 4 }),
    ...many(['crashed'], { agent: 'two', scenario: 'lunch', reason: 'gone' }),
  ];
  const { contenders, factors, pairs, reasons: why } = sweepStatistics(results);

  expect(contenders).toMatchObject([
    { name: 'one', attempts: [{ k: 1 }, { k: 2 }, { k: 3 }], histograms: { calls: { median: 3 } } },
    { name: 'two', attempts: [{ k: 1 }, { k: 2 }, { k: 3 }], histograms: { calls: { median: 4 } } },
  ]);
  expect(contenders.map(({ histograms }) => Object.keys(histograms))).toEqual([['calls'], ['calls']]);
  expect(factors.map(({ factor, values }) => [factor, values.length])).toEqual([['task', 2]]);
  expect(pairs).toMatchObject([{ first: 'one', second: 'two', pairs: 3, onlyFirst: 1, p: 1, corrected: 1 }]);
  expect(why).toEqual([{ reason: 'gone', jobs: 1 }]);
  expect(sweepStatistics([])).toEqual({ contenders: [], factors: [], pairs: [], flaky: [], reasons: [] });
});

it('flakyCells() returns cells of whose repeats with the same seed some passed and some did not', () => {
  const cells = [
    result('passed', { repeat: 0 }),
    result('failed', { repeat: 1 }),
    result('passed', { seed: 1, repeat: 0 }),
    result('passed', { seed: 1, repeat: 1 }),
  ];

  expect(flakyCells(cells).map(({ seed }) => seed)).toEqual([0]);
  expect(flakyCells([result('passed'), result('crashed', { repeat: 1 })])).toHaveLength(1);
  expect(flakyCells([result('passed'), result('not-judged', { repeat: 1 })])).toEqual([]);
});

it('reasons() lists the most frequent reason first', () => {
  const failed = many(['failed', 'failed', 'failed']).map((one, at) => ({
    ...one,
    reason: at === 0 ? 'late' : 'wrong address',
  }));

  expect(reasons([...failed, result('passed')])).toEqual([
    { reason: 'wrong address', jobs: 2 },
    { reason: 'late', jobs: 1 },
  ]);
});

describe('sweepGrid()', () => {
  it('has a row per task and a column per agent with its settings', () => {
    const { columns, rows } = sweepGrid(
      [
        result('passed'),
        result('failed', { agent: 'nobody' }),
        result('passed', { scenario: 'lunch', variant: 'late' }),
        result('passed', { settings: 'noisy' }),
      ],
      'task',
      'contender',
    );

    expect(columns).toEqual(['oracle', 'nobody', 'oracle, noisy']);
    expect(rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.rates.all?.passed)])).toEqual([
      ['supper', 1, 0, 1],
      ['lunch late', 1, undefined, undefined],
    ]);
  });

  it('supports any two factors', () => {
    const { columns, rows } = sweepGrid(
      [result('passed', { seed: 1, variant: 'late' }), result('failed', { seed: 2, variant: 'early' })],
      'seed',
      'variant',
    );

    expect(columns).toEqual(['late', 'early']);
    expect(rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.jobs)])).toEqual([
      ['1', 1, undefined],
      ['2', undefined, 1],
    ]);
  });
});

describe('compareSweeps()', () => {
  const was = [result('passed'), result('failed', { seed: 1 }), result('passed', { seed: 2 })];

  it('compares the jobs that both sweeps have', () => {
    const is = [result('failed'), result('failed', { seed: 1 }), result('passed', { seed: 3 })];
    const { contenders, grid, unmatched } = compareSweeps(was, is, 'task', 'contender');

    expect(contenders.map(({ name, paired }) => [name, paired.pairs, paired.onlyFirst])).toEqual([
      ['oracle', 2, 1],
    ]);
    expect(
      grid.rows[0]!.cells.map((cell) => [cell?.was.rates.all?.passed, cell?.is.rates.all?.passed]),
    ).toEqual([[1, 0]]);
    expect(unmatched).toEqual({ was: 1, is: 1 });
  });

  it('lists the jobs whose outcome changed', () => {
    const { changed } = compareSweeps(
      was,
      [result('crashed'), result('failed', { seed: 1 })],
      'task',
      'seed',
    );

    expect(changed.map((pair) => [pair.was.outcome, pair.is.outcome])).toEqual([['passed', 'crashed']]);
  });

  it('lists regressions first and counts regressions and improvements of judged jobs', () => {
    const { changed, regressions, improvements, unmatched } = compareSweeps(
      many(['failed', 'not-judged', 'passed', 'passed', 'passed', 'missing']),
      many(['passed', 'failed', 'failed', 'passed', 'missing', 'failed']),
      'task',
      'contender',
    );

    expect(changed.map((pair) => pair.is.seed)).toEqual([2, 0, 1]);
    expect({ regressions, improvements, unmatched }).toEqual({
      regressions: 1,
      improvements: 1,
      unmatched: { was: 1, is: 1 },
    });
  });
});
