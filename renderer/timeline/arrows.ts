import type { LogRow } from '../../preload/contract.ts';
import type { Mark } from './lay-out.ts';
import { laneOf, middleOf, type Lanes } from './lanes.ts';
import type { TimeScale } from './view.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** From an entry's cause to the entry. */
export interface Arrow {
  readonly from: Point;
  readonly to: Point;
}

/** Where entry `index` stands: on its mark if it has one of its own, else in the middle of its lane. */
export function pointOf(
  rows: readonly LogRow[],
  index: number,
  x: TimeScale,
  lanes: Lanes,
  marks: readonly Mark[],
): Point | undefined {
  const row = rows[index];
  if (row === undefined) return undefined;
  const own = marks.find((mark) => mark.form === 'glyph' && mark.index === index);
  return own ?? { x: x(row.time), y: middleOf(lanes, laneOf(lanes, row)) };
}

/** An arrow from each cause of entry `at`. */
export function arrowsTo(
  rows: readonly LogRow[],
  at: number,
  x: TimeScale,
  lanes: Lanes,
  marks: readonly Mark[],
): readonly Arrow[] {
  const to = pointOf(rows, at, x, lanes, marks);
  if (to === undefined) return [];
  return (rows[at]?.causes ?? []).flatMap((cause) => {
    const from = pointOf(rows, cause, x, lanes, marks);
    return from === undefined ? [] : [{ from, to }];
  });
}
