import { describe, expect, it } from 'vitest';
import {
  attempts,
  comparePairs,
  compareSweeps,
  countJobs,
  flakyCells,
  reasons,
  sweepGrid,
} from '../../../engine/analysis/index.ts';
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
  reason: undefined,
  ...more,
});

const many = (outcomes: readonly JobOutcome[], more: Partial<JobResult> = {}): JobResult[] =>
  outcomes.map((outcome, seed) => result(outcome, { seed, ...more }));

const times = (count: number, outcome: JobOutcome): JobOutcome[] =>
  Array.from({ length: count }, () => outcome);

describe('the counts of a group of jobs', () => {
  it('keep what crashed, timed out, was lost or not judged apart from what failed', () => {
    const { jobs, outcomes, rate } = countJobs(
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
    expect(rate).toMatchObject({ passed: 1, judged: 2 });
  });

  it('count runs with the same log as one sample', () => {
    const { rate } = countJobs([
      ...many(times(9, 'passed'), { logHash: 'a' }),
      ...many(['failed'], { logHash: 'b' }),
    ]);

    expect(rate).toMatchObject({ passed: 9, judged: 10, distinct: 2 });
    expect(rate!.low).toBeCloseTo(0.2787, 4);
  });
});

describe('attempts', () => {
  // Of 5 attempts 2 passed: C(5,2) = 10 pairs, of which C(3,2) = 3 fail wholly and C(2,2) = 1 passes wholly.
  const task = many(['passed', 'passed', 'failed', 'failed', 'failed']);

  it('estimate pass@k and pass^k from all subsets of k', () => {
    expect(attempts(task, 1)).toMatchObject({ any: 0.4, all: 0.4 });
    expect(attempts(task, 2).any).toBeCloseTo(0.7, 12);
    expect(attempts(task, 2).all).toBeCloseTo(0.1, 12);
    expect(attempts(task, 3).any).toBeCloseTo(0.9, 12);
    expect(attempts(task, 3).all).toBe(0);
  });

  it('are the mean of the tasks that have enough of them', () => {
    const second = many(['passed', 'passed'], { scenario: 'lunch' });

    expect(attempts([...task, ...second], 2)).toMatchObject({ tasks: 2 });
    expect(attempts([...task, ...second], 2).all).toBeCloseTo((0.1 + 1) / 2, 12);
    expect(attempts([...task, ...second], 3).tasks).toBe(1);
  });
});

describe('two agents over the same cells', () => {
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

  // Two-sided binomial tests at one half, as tables and R's binom.test give them.
  it.each([
    [1, 9, 0.021484375],
    [5, 15, 0.04138947],
    [0, 6, 0.03125],
    [3, 3, 1],
    [0, 0, 1],
  ])('are tested exactly: %i against %i', (onlyFirst, onlySecond, p) => {
    expect(comparePairs(...pairs(onlyFirst, onlySecond, 4, 2)).p).toBeCloseTo(p, 7);
  });

  it('are tested with thousands of pairs', () => {
    expect(comparePairs(...pairs(1_900, 2_100)).p).toBeCloseTo(0.0016492663751, 10);
  });

  it('leave out pairs of which one was not judged', () => {
    const one = many(['passed', 'crashed', 'passed']);
    const other = many(['failed', 'passed', 'not-judged']);

    expect(comparePairs(one, other)).toMatchObject({ pairs: 1, onlyFirst: 1 });
  });
});

it('flaky cells both passed and failed with the same seed', () => {
  const cells = [
    result('passed', { repeat: 0 }),
    result('failed', { repeat: 1 }),
    result('passed', { seed: 1, repeat: 0 }),
    result('passed', { seed: 1, repeat: 1 }),
  ];

  expect(flakyCells(cells).map(({ seed }) => seed)).toEqual([0]);
});

it('reasons come with the most frequent first', () => {
  const failed = many(['failed', 'failed', 'failed']).map((one, at) => ({
    ...one,
    reason: at === 0 ? 'late' : 'wrong address',
  }));

  expect(reasons([...failed, result('passed')])).toEqual([
    { reason: 'wrong address', jobs: 2 },
    { reason: 'late', jobs: 1 },
  ]);
});

describe('a grid', () => {
  it('has a row for each task and a column for each agent with its settings', () => {
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
    expect(rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.rate?.passed)])).toEqual([
      ['supper', 1, 0, 1],
      ['lunch late', 1, undefined, undefined],
    ]);
  });

  it('has any two factors', () => {
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

describe('two sweeps', () => {
  const was = [result('passed'), result('failed', { seed: 1 }), result('passed', { seed: 2 })];

  it('are compared over the jobs that both have', () => {
    const is = [result('failed'), result('failed', { seed: 1 }), result('passed', { seed: 3 })];
    const { contenders, grid, unmatched } = compareSweeps(was, is, 'task', 'contender');

    expect(contenders.map(({ name, paired }) => [name, paired.pairs, paired.onlyFirst])).toEqual([
      ['oracle', 2, 1],
    ]);
    expect(grid.rows[0]!.cells.map((cell) => [cell?.was.rate?.passed, cell?.is.rate?.passed])).toEqual([
      [1, 0],
    ]);
    expect(unmatched).toEqual({ was: 1, is: 1 });
  });

  it('name the jobs with another outcome', () => {
    const { changed } = compareSweeps(
      was,
      [result('crashed'), result('failed', { seed: 1 })],
      'task',
      'seed',
    );

    expect(changed.map((pair) => [pair.was.outcome, pair.is.outcome])).toEqual([['passed', 'crashed']]);
  });
});
