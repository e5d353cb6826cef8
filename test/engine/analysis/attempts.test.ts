import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attemptMatrix,
  attemptRates,
  commonScorers,
  passAtK,
  scoreMeans,
} from '../../../engine/analysis/attempts.ts';
import type { RunLine, VerdictOutcome } from '../../../engine/model/index.ts';
import { line } from './run-lines.ts';

const lineOf = (over: Partial<RunLine>): RunLine => line(1, { state: 'recorded', ...over });

const attempted = (
  task: string,
  model: string | undefined,
  outcome: VerdictOutcome | undefined,
  value?: number,
): RunLine =>
  lineOf({
    outcome,
    scenario: task,
    attempt: {
      tool: 'Inspect',
      task,
      attempt: 1,
      model,
      set: 1,
      setName: 'log',
      benchmark: undefined,
      tokens: {},
      errors: 0,
      scores: value === undefined ? [] : [{ scorer: 'reward', value, label: String(value) }],
    },
  });

/** The share of all choices of `k` among `n` attempts of which `isOne` holds. */
function counted(n: number, passed: number, k: number, isOne: (chosen: number) => boolean): number {
  let [all, ones] = [0, 0];
  for (let choice = 0; choice < 2 ** n; choice += 1) {
    const members = Array.from({ length: n }, (_, nth) => nth).filter((nth) => (choice >> nth) & 1);
    if (members.length !== k) continue;
    all += 1;
    if (isOne(members.filter((nth) => nth < passed).length)) ones += 1;
  }
  return ones / all;
}

describe('passAtK()', () => {
  it('is what counting all choices gives', () => {
    const task = fc
      .integer({ min: 1, max: 8 })
      .chain((attempts) =>
        fc.record({ attempts: fc.constant(attempts), passed: fc.integer({ min: 0, max: attempts }) }),
      );
    fc.assert(
      fc.property(task, fc.integer({ min: 1, max: 8 }), ({ attempts, passed }, wanted) => {
        const k = Math.min(wanted, attempts);
        const { any, all } = passAtK([{ attempts, passed }], k);
        expect(any).toBeCloseTo(
          counted(attempts, passed, k, (chosen) => chosen > 0),
          9,
        );
        expect(all).toBeCloseTo(
          counted(attempts, passed, k, (chosen) => chosen === k),
          9,
        );
      }),
    );
  });
});

describe('attemptRates()', () => {
  it('takes the attempts of one model at one task together', () => {
    const lines = [
      ...['passed', 'failed', 'failed'].map((outcome) => attempted('a', 'm', outcome as VerdictOutcome)),
      ...['passed', 'passed'].map((outcome) => attempted('b', 'm', outcome as VerdictOutcome)),
    ];
    const rates = attemptRates(lines)!;
    expect(rates).toMatchObject({ k: 2, tasks: 2, all: 1 / 2 });
    expect(rates.any).toBeCloseTo(5 / 6, 9);
  });

  it('says nothing where a task was attempted once, or nothing was judged', () => {
    expect(attemptRates([attempted('a', 'm', 'passed'), attempted('a', 'n', 'passed')])).toBeUndefined();
    expect(attemptRates([attempted('a', 'm', undefined), attempted('a', 'm', undefined)])).toBeUndefined();
    expect(attemptRates([])).toBeUndefined();
  });
});

describe('scoreMeans()', () => {
  it('has the mean of each scorer with its interval', () => {
    const [mean] = scoreMeans([attempted('a', 'm', 'passed', 1), attempted('b', 'm', 'failed', 0)]);
    expect(mean).toMatchObject({ scorer: 'reward', mean: 0.5, of: 2 });
    expect(mean!.margin).toBeCloseTo(1.96 * Math.sqrt(0.5 / 2), 4);
    expect(scoreMeans([attempted('a', 'm', 'passed', 1)])[0]!.margin).toBeUndefined();
    expect(scoreMeans([attempted('a', 'm', 'passed')])).toEqual([]);
  });
});

describe('attemptMatrix()', () => {
  it('counts the attempts of each model at each task, and leaves out runs that were not imported', () => {
    const matrix = attemptMatrix([
      attempted('task 10', 'big', 'passed'),
      attempted('task 2', 'big', 'failed'),
      attempted('task 2', 'big', 'passed'),
      attempted('task 2', 'small', undefined),
      lineOf({ attempt: undefined }),
    ]);
    const totals = [
      { runs: 3, attempts: 3, passed: 2 },
      { runs: 1, attempts: 0, passed: 0 },
    ];
    expect(matrix).toEqual({
      models: ['big', 'small'],
      benchmarks: [
        {
          benchmark: undefined,
          totals,
          tasks: [
            {
              task: 'task 2',
              cells: [
                { runs: 2, attempts: 2, passed: 1 },
                { runs: 1, attempts: 0, passed: 0 },
              ],
            },
            {
              task: 'task 10',
              cells: [
                { runs: 1, attempts: 1, passed: 1 },
                { runs: 0, attempts: 0, passed: 0 },
              ],
            },
          ],
        },
      ],
      tasks: 2,
      left: 0,
      totals,
    });
  });

  it('keeps tasks of two benchmarks with the same name apart, and names that are missing last', () => {
    const { models, benchmarks, tasks } = attemptMatrix([
      attempted('task 1', undefined, 'failed'),
      attempted('task 1', undefined, 'failed'),
      inBenchmark('retail', attempted('task 1', 'big', 'failed')),
      inBenchmark('airline', attempted('task 1', 'big', 'passed')),
    ]);
    expect(models).toEqual(['big', undefined]);
    expect(tasks).toBe(3);
    expect(
      benchmarks.map(({ benchmark, totals }) => [benchmark, ...totals.map(({ passed }) => passed)]),
    ).toEqual([
      ['airline', 1, 0],
      ['retail', 0, 0],
      [undefined, 0, 0],
    ]);
  });
});

const inBenchmark = (benchmark: string, one: RunLine): RunLine => ({
  ...one,
  attempt: { ...one.attempt!, benchmark },
});

describe('commonScorers()', () => {
  it('has the scorers of most runs, whichever comes first, and none where most runs are of worlds', () => {
    const scored = (...scorers: readonly string[]): RunLine => {
      const one = attempted('a', 'm', 'passed');
      return {
        ...one,
        attempt: { ...one.attempt!, scores: scorers.map((scorer) => ({ scorer, label: '1' })) },
      };
    };
    const lines = [scored('salt'), scored('heat', 'taste'), scored('taste', 'look'), scored('look', 'heat')];
    expect(commonScorers(lines)).toEqual(['heat', 'look', 'taste']);
    expect(commonScorers(lines.toReversed())).toEqual(['heat', 'look', 'taste']);
    expect(commonScorers([...lines.slice(0, 1), lineOf({}), lineOf({})])).toBeUndefined();
    expect(commonScorers([])).toBeUndefined();
  });
});
