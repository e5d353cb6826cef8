import type { Axis } from './axis.ts';
import { TROUBLE, type Columns } from './columns.ts';
import type { View } from './view.ts';

/** How many entries of the whole run stand in each of `width` strips, and how many of them went wrong. */
export interface Density {
  readonly counts: Int32Array;
  readonly troubles: Int32Array;
  readonly most: number;
}

export function densityOf({ flags }: Columns, axis: Axis, { from, to }: View, width: number): Density {
  const counts = new Int32Array(Math.max(1, width));
  const troubles = new Int32Array(counts.length);
  const slope = width / (to - from);
  for (const { first, last, shift } of axis.stretches(0, axis.count - 1))
    for (let index = first; index <= last; index++) {
      const strip = Math.floor((axis.values[index]! - shift - from) * slope);
      counts[strip]!++;
      if ((flags[index]! & TROUBLE) !== 0) troubles[strip]!++;
    }
  return { counts, troubles, most: counts.reduce((most, count) => Math.max(most, count), 1) };
}
