import type { ProbeSeries } from '../state/probes.ts';
import { nthAt } from '../state/probes.ts';

/** What a series comes to in a pixel's width. */
export interface Column {
  /** The last value by its end, by place in the series; −1 where nothing is known. */
  readonly nth: number;
  /** The least and the most that numbers come to in it; infinities where there is none. */
  readonly low: number;
  readonly high: number;
}

/** `series` in `width` columns; `lastIn` answers the last entry of each. Linear in the columns and the values within them. */
export function columnsOf(
  series: ProbeSeries,
  width: number,
  lastIn: (column: number) => number,
): readonly Column[] {
  let before = nthAt(series, lastIn(-1));
  return Array.from({ length: width }, (_, column) => {
    const nth = nthAt(series, lastIn(column));
    let [low, high] = [Infinity, -Infinity];
    // What it was when the column begins is in it, too.
    for (let at = Math.max(0, before); at <= nth; at++) {
      const value = series.values[at]!;
      if (typeof value !== 'number') continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    before = nth;
    return { nth, low, high };
  });
}

/** The least and the most. */
export type Extent = readonly [number, number];

/** The least and the most of a series of numbers; `undefined` where it holds anything else, or nothing. */
export function extentOf({ values }: Pick<ProbeSeries, 'values'>): Extent | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (typeof value === 'number') {
      low = Math.min(low, value);
      high = Math.max(high, value);
    } else if (typeof value !== 'object' || value === null || !('gap' in value)) return undefined;
  }
  return low > high ? undefined : [low, high];
}

/** Where equal values stand side by side, in columns: the first, and the one after the last. */
export interface Streak {
  readonly from: number;
  readonly to: number;
  readonly nth: number;
}

/** Columns of one and the same value together. */
export function streaksOf(columns: readonly Column[]): readonly Streak[] {
  const streaks: { from: number; to: number; nth: number }[] = [];
  for (const [at, { nth }] of columns.entries()) {
    const last = streaks.at(-1);
    if (last?.nth === nth) last.to = at + 1;
    else streaks.push({ from: at, to: at + 1, nth });
  }
  return streaks;
}
