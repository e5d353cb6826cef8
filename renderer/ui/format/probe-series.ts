import type { ProbeValue } from '../../../preload/contract.ts';
import { bisectLeft } from 'd3';
import { valueWords } from './words.ts';

/** So many changes of a probe are kept; what comes after is not asked for. */
export const MOST_CHANGES = 100_000;

/** What a probe came to in the run on show, wherever it came to something else. */
export interface ProbeSeries {
  /** By index, ascending; −1 is before the first entry. It grows in place, as {@link next} tells. */
  readonly entries: readonly number[];
  /** Of each of these entries, grown as they are. */
  readonly values: readonly ProbeValue[];
  /** All entries before this one are looked at; −1 while nothing is. */
  readonly next: number;
  /** Why no more is known. */
  readonly problem: string | undefined;
}

export const NO_SERIES: ProbeSeries = { entries: [], values: [], next: -1, problem: undefined };

/** The place of the value at entry `at` among those of a series; −1 where nothing is known there. */
export const nthAt = ({ entries, next }: ProbeSeries, at: number): number =>
  at >= next && next >= 0 && at >= 0 ? -1 : bisectLeft(entries, at + 1) - 1;

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

/** The tone of a band: that of yes, that of no or nothing, or one of some for texts, the same for the same text. */
export type Tone = 'yes' | 'no' | 'a' | 'b' | 'c' | 'd' | 'e';

const OF_TEXTS = ['a', 'b', 'c', 'd', 'e'] as const satisfies readonly Tone[];

/** The tone of the band while a probe has this value. */
export function toneOf(value: ProbeValue): Tone {
  if (value === true) return 'yes';
  if (value === false || value === null) return 'no';
  let sum = 0;
  for (const letter of valueWords(value)) sum = (sum * 31 + letter.codePointAt(0)!) % 65_521;
  return OF_TEXTS[sum % OF_TEXTS.length]!;
}
