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

describe('the columns of a probe', () => {
  it('hold the last value and how far the numbers reach, those they begin with among them', () => {
    expect(columnsOf(NUMBERS, 4, lastIn)).toEqual([
      { nth: 0, low: 5, high: 5 },
      { nth: 3, low: 1, high: 9 },
      { nth: 3, low: 4, high: 4 },
      { nth: 4, low: 4, high: 4 },
    ]);
  });

  it('are empty where nothing is known yet', () => {
    expect(columnsOf(series([[-1, 5]], 20), 3, lastIn).map(({ nth }) => nth)).toEqual([0, 0, -1]);
  });

  it('stand together while the value stays', () => {
    expect(streaksOf(columnsOf(NUMBERS, 4, lastIn))).toEqual([
      { from: 0, to: 1, nth: 0 },
      { from: 1, to: 3, nth: 3 },
      { from: 3, to: 4, nth: 4 },
    ]);
  });
});

describe('the extent of a probe', () => {
  it('is the least and the most of its numbers, gaps or not', () => {
    expect(extentOf(NUMBERS)).toEqual([1, 9]);
  });

  it('is that of numbers alone', () => {
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
