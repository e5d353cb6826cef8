import type { EntryKind } from '../../../../engine/model/index.ts';
import { binned, type Bins, type Ground } from './bins.ts';
import { FLAG_FAILED, FLAG_IDLE, FLAG_WAITS } from './columns.ts';
import { KINDS, type Lanes, middleOf, topOf } from './lanes.ts';
import type { SignMark } from './signs.ts';
import { slopeOf } from './view.ts';

/** An entry drawn on its own. */
export interface Glyph {
  readonly form: 'glyph';
  readonly x: number;
  readonly y: number;
  readonly index: number;
  readonly kind: EntryKind;
  readonly idle: boolean;
  readonly failure: boolean;
}

/** Entries of one kind that are too close together to be drawn individually. */
export interface Bar {
  readonly form: 'bar';
  readonly x: number;
  /** Top of the bar. */
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The first entry of the bar, and their number. */
  readonly index: number;
  readonly count: number;
  readonly tone: EntryKind | 'failure';
}

/** Consecutive waiting checks: a thin line in the middle of their lane. */
export interface Wait {
  readonly form: 'wait';
  readonly x: number;
  /** Vertical middle of the line. */
  readonly y: number;
  readonly width: number;
  /** First and last entry, and their number. */
  readonly index: number;
  readonly last: number;
  readonly count: number;
}

/** A call whose duration is known, drawn from its start to its end. */
export interface Span {
  readonly form: 'span';
  readonly x: number;
  /** Its vertical middle. */
  readonly y: number;
  readonly width: number;
  readonly index: number;
  readonly kind: EntryKind;
  readonly failure: boolean;
}

/** A mark of the log: a single entry where there is room, a bar where there is not, or a line for waiting checks. */
export type EntryMark = Glyph | Bar | Wait;

export const GLYPH_REACH = 8; // CSS px beyond the edge within which a glyph is still partly visible
const STACK_STEP = 9; // CSS px between entries of one moment
const LANE_PADDING = 4; // CSS px, left free above and below a heap
const FAILURE_HEIGHT = 4; // CSS px, at the top of a heap with failures in it
const MIN_WAIT = 3; // CSS px

/** Lays out the visible entries. Pure, so tests need no canvas; linear in the visible entries. */
export function layOutEntries(ground: Ground): readonly EntryMark[] {
  const bins = binned(ground);
  return [...waits(bins, ground.lanes), ...heaps(bins, ground.lanes), ...glyphs(bins, ground)];
}

function* waits(bins: Bins, lanes: Lanes): Generator<Wait> {
  for (const { lane, from, to, first, last, count } of bins.waits) {
    const width = Math.max(MIN_WAIT, to - from);
    yield { form: 'wait', x: from, y: middleOf(lanes, lane), width, index: first, last, count };
  }
}

function* glyphs(bins: Bins, { columns, axis, lanes, x, first, last }: Ground): Generator<Glyph> {
  if (bins.sparse === 0) return;
  const { groupOf, kinds, flags } = columns;
  const [from = 0] = x.domain();
  const scale = slopeOf(x);
  const placed = new Map<number, number>();
  for (const stretch of axis.stretches(first, last)) {
    const shift = stretch.shift + from;
    for (let index = stretch.first; index <= stretch.last; index++) {
      const lane = lanes.ofGroup[groupOf[index]!]!;
      if (lane < 0 || (flags[index]! & FLAG_WAITS) !== 0) continue;
      const at = (axis.values[index]! * stretch.slope - shift) * scale;
      const cluster = bins.clusterAt(lane, at);
      if (cluster.heaped) continue;
      const nth = placed.get(cluster.id) ?? 0;
      placed.set(cluster.id, nth + 1);
      const step = Math.min(STACK_STEP, (lanes.height - 2) / cluster.count);
      yield {
        form: 'glyph',
        x: at,
        y: middleOf(lanes, lane) + (nth - (cluster.count - 1) / 2) * step,
        index,
        kind: KINDS[kinds[index]!]!,
        idle: (flags[index]! & FLAG_IDLE) !== 0,
        failure: (flags[index]! & FLAG_FAILED) !== 0,
      };
    }
  }
}

/** Stacked bars, one stack per bin; heights are logarithmic and comparable across lanes. */
function* heaps(bins: Bins, lanes: Lanes): Generator<Bar> {
  const room = lanes.height - 2 * LANE_PADDING;
  const unit = room / Math.log2(1 + bins.fullest);
  for (const heap of bins.heaps()) {
    const bottom = topOf(lanes, heap.lane) + LANE_PADDING + room;
    const tall = Math.max(3, unit * Math.log2(1 + heap.count));
    const bar = { form: 'bar', x: heap.x, width: heap.width, index: heap.first, count: heap.count } as const;
    let y = bottom;
    for (const [index, kind] of KINDS.entries()) {
      const height = (tall * heap.kinds[index]!) / heap.count;
      if (height === 0) continue;
      y -= height;
      yield { ...bar, y, height, tone: kind };
    }
    if (heap.failure > 0)
      yield { ...bar, y: y - FAILURE_HEIGHT / 2, height: FAILURE_HEIGHT, tone: 'failure', count: heap.count };
  }
}

const REACH = 9; // CSS px around a glyph or a sign
const WAIT_REACH = 5; // CSS px above and below the line of a wait

/** The call whose bar is under the pointer, if any: the last that began. */
export const spanAt = (spans: readonly Span[], x: number, y: number): Span | undefined =>
  spans.findLast((span) => x >= span.x && x < span.x + span.width && Math.abs(y - span.y) <= REACH);

/** The mark under the pointer, if any: the nearest glyph or sign within reach, else the heap, else the wait. */
export function markAt<Any extends EntryMark | SignMark>(
  marks: readonly Any[],
  x: number,
  y: number,
): Any | undefined {
  let best: Any | undefined;
  let waits: Any | undefined;
  let least = REACH;
  for (const mark of marks) {
    if (mark.form === 'wait') {
      if (x >= mark.x && x < mark.x + mark.width && Math.abs(y - mark.y) <= WAIT_REACH) waits = mark;
      continue;
    }
    if (mark.form === 'bar') {
      const inside = x >= mark.x && x < mark.x + mark.width && y >= mark.y && y <= mark.y + mark.height;
      if (inside) best ??= mark;
      continue;
    }
    const distance = Math.hypot(mark.x - x, mark.y - y);
    if (distance > least) continue;
    least = distance;
    best = mark;
  }
  return best ?? waits;
}
