import { bisector, scaleLinear, zoomIdentity, type ScaleLinear, type ZoomTransform } from 'd3';
import type { SimTime } from '../../engine/model/time.ts';
import type { LogRow } from '../../preload/contract.ts';

/** From microseconds of simulated time to CSS px. */
export type TimeScale = ScaleLinear<number, number>;

const BASE_SPAN = 3_600_000_000; // µs; any span does, zooms are counted from it
const SHORTEST_SPAN = 1_000_000; // µs shown at least when everything is fitted in
const MARGIN = 0.03; // of the span, left free on either side

/** The scale that zooming starts from. It depends on nothing that moves while a run grows. */
export const baseScale = (start: SimTime, width: number): TimeScale =>
  scaleLinear([start, start + BASE_SPAN], [0, width]);

/** The instants from the run's start to its last sign of life, with a margin. */
export function wholeSpan(run: { start: SimTime; now: SimTime }, rows: readonly LogRow[]): [number, number] {
  const end = Math.max(run.start + SHORTEST_SPAN, run.now, rows.at(-1)?.time ?? run.start);
  const margin = (end - run.start) * MARGIN;
  return [run.start - margin, end + margin];
}

/** The zoom under which `base` shows the instants `from` to `to`. */
export function zoomTo(base: TimeScale, [from, to]: readonly [number, number]): ZoomTransform {
  const width = base.range()[1]!;
  const scale = width / (base(to) - base(from));
  return zoomIdentity.scale(scale).translate(-base(from), 0);
}

const rowsByTime = bisector((row: Pick<LogRow, 'time'>) => row.time);

/** The last row at or before `time`; −1 when there is none. */
export const lastRowAt = (rows: readonly Pick<LogRow, 'time'>[], time: number): number =>
  rowsByTime.right(rows, time) - 1;

/** The first row at or after `time`. */
export const firstRowFrom = (rows: readonly Pick<LogRow, 'time'>[], time: number): number =>
  rowsByTime.left(rows, time);
