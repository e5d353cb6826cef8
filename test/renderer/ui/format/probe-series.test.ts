import { describe, expect, it } from 'vitest';
import type { ProbeValue } from '../../../../preload/contract.ts';
import {
  columnsOf,
  extentOf,
  type ProbeSeries,
  streaksOf,
} from '../../../../renderer/ui/format/probe-series.ts';

const series = (steps: readonly (readonly [number, ProbeValue])[], next = 100): ProbeSeries => ({
  entries: steps.map(([entry]) => entry),
  values: steps.map(([, value]) => value),
  next,
  problem: undefined,
});

const NUMBERS = series([
  [-1, 5],
  [12, 1],
  [14, 9],
  [15, 4],
  [30, { gap: 'gone' }],
]);

/** Ten entries to a column. */
const lastIn = (column: number): number => column * 10 + 9;

describe('columnsOf() and streaksOf()', () => {
  it('return the last value of each column, and its range with the value before', () => {
    expect(columnsOf(NUMBERS, 4, lastIn)).toEqual([
      { nth: 0, low: 5, high: 5 },
      { nth: 3, low: 1, high: 9 },
      { nth: 3, low: 4, high: 4 },
      { nth: 4, low: 4, high: 4 },
    ]);
  });

  it('mark columns that are not evaluated yet as empty', () => {
    expect(columnsOf(series([[-1, 5]], 20), 3, lastIn).map(({ nth }) => nth)).toEqual([0, 0, -1]);
  });

  it('join adjacent columns with the same value', () => {
    expect(streaksOf(columnsOf(NUMBERS, 4, lastIn))).toEqual([
      { from: 0, to: 1, nth: 0 },
      { from: 1, to: 3, nth: 3 },
      { from: 3, to: 4, nth: 4 },
    ]);
  });
});

describe('extentOf()', () => {
  it('returns the least and the greatest number, ignoring gaps', () => {
    expect(extentOf(NUMBERS)).toEqual([1, 9]);
  });

  it('returns undefined for values that are not all numbers', () => {
    expect(
      extentOf(
        series([
          [-1, 'egg'],
          [3, 2],
        ]),
      ),
    ).toBeUndefined();
    expect(
      extentOf(
        series([
          [-1, null],
          [3, 2],
        ]),
      ),
    ).toBeUndefined();
    expect(extentOf(series([[-1, { gap: 'gone' }]]))).toBeUndefined();
  });
});
