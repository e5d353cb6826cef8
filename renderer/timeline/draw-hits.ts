import type { LogRow } from '../../preload/contract.ts';
import { hitsBefore } from '../state/hits.ts';
import { RULER_HEIGHT } from './lanes.ts';
import type { Palette } from './palette.ts';
import { firstRowFrom, lastRowAt, type TimeScale } from './view.ts';

const TICK = { width: 2, height: 6 }; // CSS px, at the foot of the ruler

/** Ticks where something was found, at most one for each pixel. */
export function drawHits(
  canvas: CanvasRenderingContext2D,
  hits: readonly number[],
  rows: readonly LogRow[],
  x: TimeScale,
  palette: Palette,
): void {
  const [left = 0, right = 0] = x.range();
  const first = firstRowFrom(rows, x.invert(left));
  const last = lastRowAt(rows, x.invert(right));
  canvas.fillStyle = palette.hit;
  let before = -1;
  for (let nth = hitsBefore(hits, first); nth < hits.length && hits[nth]! <= last; nth++) {
    const at = Math.round(x(rows[hits[nth]!]!.time));
    if (at === before) continue;
    before = at;
    canvas.fillRect(at - TICK.width / 2, RULER_HEIGHT - TICK.height, TICK.width, TICK.height);
  }
}
