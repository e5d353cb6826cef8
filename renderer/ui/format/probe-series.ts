import type { ProbeValue } from '../../../preload/contract.ts';
import { bisectLeft } from 'd3';
import { valueWords } from './words.ts';

/** Most changes kept for a probe; later ones are not requested. */
export const MAX_CHANGES = 100_000;

/** The values of a probe in the shown run, one for each change. */
export interface ProbeSeries {
  /**
   * Indices of the entries at which the value changed, ascending; −1 is before the first. Grows in place along with {@link
   * next}.
   */
  readonly entries: readonly number[];
  /** The value from each of these entries on; grows in place too. */
  readonly values: readonly ProbeValue[];
  /** All entries before this one are evaluated; −1 before the first result. */
  readonly next: number;
  /** Why the evaluation stopped. */
  readonly problem: string | undefined;
}

export const NO_SERIES: ProbeSeries = { entries: [], values: [], next: -1, problem: undefined };

/** Index in the series of the value at entry `at`; −1 if not known. */
export const nthAt = ({ entries, next }: ProbeSeries, at: number): number =>
  at >= next && next >= 0 && at >= 0 ? -1 : bisectLeft(entries, at + 1) - 1;

/** The values of a series within one pixel column. */
export interface Column {
  /** Index in the series of the last value in the column; −1 if not known. */
  readonly nth: number;
  /** The smallest and largest number in the column; infinities if there is none. */
  readonly low: number;
  readonly high: number;
}

/**
 * Splits `series` into `width` columns; `lastIn` returns the last entry of each. Linear in the columns and the values within
 * them.
 */
export function columnsOf(
  series: ProbeSeries,
  width: number,
  lastIn: (column: number) => number,
): readonly Column[] {
  let before = nthAt(series, lastIn(-1));
  return Array.from({ length: width }, (_, column) => {
    const nth = nthAt(series, lastIn(column));
    let [low, high] = [Infinity, -Infinity];
    // The value at the start of the column counts too.
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

/** Smallest and largest value. */
export type Extent = readonly [number, number];

/** Smallest and largest number of a series; `undefined` if it has other values or none. */
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

/** Consecutive columns with the same value: the first, and the one after the last. */
export interface Streak {
  readonly from: number;
  readonly to: number;
  readonly nth: number;
}

/** Groups consecutive columns with the same value. */
export function streaksOf(columns: readonly Column[]): readonly Streak[] {
  const streaks: { from: number; to: number; nth: number }[] = [];
  for (const [index, { nth }] of columns.entries()) {
    const last = streaks.at(-1);
    if (last?.nth === nth) last.to = index + 1;
    else streaks.push({ from: index, to: index + 1, nth });
  }
  return streaks;
}

/** The tone of a band: yes, no (also for null), or one of five for texts; equal texts have the same tone. */
export type ProbeTone = 'yes' | 'no' | 'a' | 'b' | 'c' | 'd' | 'e';

const OF_TEXTS = ['a', 'b', 'c', 'd', 'e'] as const satisfies readonly ProbeTone[];

/** The tone of the band of a probe value. */
export function probeTone(value: ProbeValue): ProbeTone {
  if (value === true) return 'yes';
  if (value === false || value === null) return 'no';
  let sum = 0;
  for (const letter of valueWords(value)) sum = (sum * 31 + letter.codePointAt(0)!) % 65_521;
  return OF_TEXTS[sum % OF_TEXTS.length]!;
}
