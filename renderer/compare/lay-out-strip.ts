import type { ComparedRow } from '../../engine/model/index.ts';
import type { Compared } from '../state/comparison.ts';

export type RowKind = ComparedRow['kind'];

/** From the least telling to the most: where several rows share a pixel, the most telling shows. */
const WEIGHT: Readonly<Record<RowKind, number>> = {
  equal: 1,
  moved: 2,
  changed: 3,
  'only-a': 4,
  'only-b': 4,
};

/** What each pixel column shows: both runs on one clock, and all rows one after the other. */
export interface StripLayout {
  readonly a: readonly (RowKind | undefined)[];
  readonly b: readonly (RowKind | undefined)[];
  readonly rows: readonly (RowKind | undefined)[];
}

/** How long the longer of the runs took, in microseconds; 1 at least. */
export const longestOf = ({ a, b }: Compared): number => Math.max(1, ...[a, b].map(lengthOf));

const lengthOf = (rows: Compared['a']): number => (rows.at(-1)?.time ?? 0) - (rows[0]?.time ?? 0);

/** The pixel column of entry `index` in a strip `width` wide. Times are counted from each run's first entry. */
export function columnOf(rows: Compared['a'], index: number, longest: number, width: number): number {
  const offset = rows[index]!.time - rows[0]!.time;
  return Math.min(width - 1, Math.floor((offset / longest) * (width - 1)));
}

export function layOutStrip(shown: Compared, width: number): StripLayout {
  const { rows } = shown.comparison;
  const longest = longestOf(shown);
  const columns = (): (RowKind | undefined)[] => new Array<RowKind | undefined>(width).fill(undefined);
  const layout = { a: columns(), b: columns(), rows: columns() };
  const put = (lane: (RowKind | undefined)[], column: number, kind: RowKind): void => {
    const there = lane[column];
    if (there === undefined || WEIGHT[kind] > WEIGHT[there]) lane[column] = kind;
  };
  for (const [place, { kind, a, b }] of rows.entries()) {
    if (a !== undefined) put(layout.a, columnOf(shown.a, a, longest, width), kind);
    if (b !== undefined) put(layout.b, columnOf(shown.b, b, longest, width), kind);
    put(layout.rows, Math.floor((place / rows.length) * width), kind);
  }
  return layout;
}
