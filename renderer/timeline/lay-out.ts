import type { EventKind } from '../../engine/model/event.ts';
import type { LogRow } from '../../preload/contract.ts';
import { isIdle, isTrouble } from '../format/words.ts';
import { RULER_HEIGHT, laneOf, middleOf, type Lanes } from './lanes.ts';
import { binned, KINDS, type Bins } from './bins.ts';
import { firstRowFrom, lastRowAt, type TimeScale } from './view.ts';

/** What is drawn of the log: entries one by one where there is room, heaps of them where there is not. */
export type Mark =
  | {
      readonly form: 'glyph';
      readonly x: number;
      readonly y: number;
      readonly index: number;
      readonly kind: EventKind;
      readonly idle: boolean;
      readonly trouble: boolean;
    }
  | {
      readonly form: 'bar';
      readonly x: number;
      /** Its top. */
      readonly y: number;
      readonly width: number;
      readonly height: number;
      /** The first entry in it, and how many more there are. */
      readonly index: number;
      readonly count: number;
      readonly tone: EventKind | 'trouble';
    };

const GLYPH_REACH = 8; // CSS px beyond the edge from which a glyph still shows
const STACK_STEP = 9; // CSS px between entries of one moment
const LANE_PADDING = 5; // CSS px a heap leaves free above and below
const TROUBLE_HEIGHT = 4; // CSS px, at the top of a heap with failures in it

/** Where each visible entry stands. Pure, so tests need no canvas; linear in the entries on show. */
export function layOut(rows: readonly LogRow[], x: TimeScale, lanes: Lanes): readonly Mark[] {
  const [left = 0, right = 0] = x.range();
  const first = firstRowFrom(rows, x.invert(left - GLYPH_REACH));
  const last = lastRowAt(rows, x.invert(right + GLYPH_REACH));
  const bins = binned(rows, first, last, x, lanes);
  return [...heaps(bins, lanes), ...glyphs(rows, first, last, x, bins, lanes)];
}

function* glyphs(
  rows: readonly LogRow[],
  first: number,
  last: number,
  x: TimeScale,
  bins: Bins,
  lanes: Lanes,
): Generator<Mark> {
  if (bins.sparse === 0) return;
  const placed = new Map<number, number>();
  for (let index = first; index <= last; index++) {
    const row = rows[index]!;
    const lane = laneOf(lanes, row);
    if (lane < 0) continue;
    const cluster = bins.clusterAt(lane, x(row.time));
    if (cluster.heaped) continue;
    const nth = placed.get(cluster.id) ?? 0;
    placed.set(cluster.id, nth + 1);
    const step = Math.min(STACK_STEP, (lanes.height - 2) / cluster.count);
    yield {
      form: 'glyph',
      x: x(row.time),
      y: middleOf(lanes, lane) + (nth - (cluster.count - 1) / 2) * step,
      index,
      kind: row.kind,
      idle: isIdle(row),
      trouble: isTrouble(row),
    };
  }
}

/** Stacked bars, one stack for each bin; heights are logarithmic and comparable across lanes. */
function* heaps(bins: Bins, lanes: Lanes): Generator<Mark> {
  const room = lanes.height - 2 * LANE_PADDING;
  const unit = room / Math.log2(1 + bins.fullest);
  for (const heap of bins.heaps()) {
    const top = RULER_HEIGHT + heap.lane * lanes.height + LANE_PADDING;
    const bottom = top + room;
    const tall = Math.max(3, unit * Math.log2(1 + heap.count));
    const bar = { form: 'bar', x: heap.x, width: heap.width, index: heap.first, count: heap.count } as const;
    let y = bottom;
    for (const [nth, kind] of KINDS.entries()) {
      const height = (tall * heap.kinds[nth]!) / heap.count;
      if (height === 0) continue;
      y -= height;
      yield { ...bar, y, height, tone: kind };
    }
    if (heap.trouble > 0)
      yield { ...bar, y: y - TROUBLE_HEIGHT / 2, height: TROUBLE_HEIGHT, tone: 'trouble', count: heap.count };
  }
}
