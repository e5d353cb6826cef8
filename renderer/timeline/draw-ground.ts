import { formatSpan } from '../format/clock.ts';
import { hitsBefore } from '../state/hits.ts';
import { drawMarks, drawSigns } from './draw-marks.ts';
import { RULER_HEIGHT, topOf } from './lanes.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';

type Canvas = CanvasRenderingContext2D;

const HIT = { width: 2, height: 6 }; // CSS px, at the foot of the ruler
const LABEL_GAP = 4.5; // CSS px, between a line of the ruler and what it is called
const ZIG = { width: 4, height: 5 }; // CSS px

/** The lanes, the ruler, what is cut out, the marks and the signs. Decides nothing. */
export function drawGround(
  canvas: Canvas,
  scene: Scene,
  hits: readonly number[],
  palette: Palette,
  height: number,
): void {
  const { lanes, x } = scene.ground;
  const [, width = 0] = x.range();
  canvas.fillStyle = palette.band;
  for (let lane = 0; lane < lanes.names.length; lane += 2)
    canvas.fillRect(0, topOf(lanes, lane), width, lanes.height);
  drawRuler(canvas, scene, palette, height);
  drawCuts(canvas, scene, palette, height);
  drawMarks(canvas, scene.marks, palette);
  drawSigns(canvas, scene.signs, palette);
  drawHits(canvas, scene, hits, palette);
}

function drawRuler(
  canvas: Canvas,
  { ticks, ground: { lanes, x } }: Scene,
  palette: Palette,
  height: number,
): void {
  const [, width = 0] = x.range();
  canvas.font = palette.font;
  canvas.textBaseline = 'middle';
  for (const tick of ticks) {
    const at = Math.round(tick.x);
    canvas.fillStyle = palette.line;
    canvas.fillRect(at, RULER_HEIGHT - 5, 1, height - RULER_HEIGHT + 5);
    if (at + LABEL_GAP + canvas.measureText(tick.label).width > width) continue;
    canvas.fillStyle = palette.text;
    canvas.fillText(tick.label, at + LABEL_GAP, RULER_HEIGHT / 2);
  }
  canvas.fillStyle = palette.line;
  canvas.fillRect(0, RULER_HEIGHT - 1, width, 1);
  canvas.fillRect(0, lanes.top - 1, width, 1);
}

/** Two zig-zag lines, between which the time is cut out; its length over those that have the room. */
function drawCuts(canvas: Canvas, { ground: { axis, x } }: Scene, palette: Palette, height: number): void {
  const [, width = 0] = x.range();
  let free = -Infinity;
  for (const cut of axis.cuts) {
    const [left, right] = [x(cut.from), x(cut.to)];
    if (right < 0 || left > width) continue;
    canvas.fillStyle = palette.band;
    canvas.fillRect(left, RULER_HEIGHT, right - left, height);
    canvas.strokeStyle = palette.text;
    canvas.lineWidth = 1;
    canvas.beginPath();
    for (const edge of [left + ZIG.width, right - ZIG.width]) {
      canvas.moveTo(edge, RULER_HEIGHT);
      for (let y = RULER_HEIGHT, side = 1; y < height; y += ZIG.height, side = -side)
        canvas.lineTo(edge + (side * ZIG.width) / 2, y + ZIG.height);
    }
    canvas.stroke();
    const length = formatSpan(cut.gap.to - cut.gap.from);
    const room = canvas.measureText(length).width;
    const start = (left + right - room) / 2;
    if (start < free) continue;
    free = start + room + 2 * LABEL_GAP;
    canvas.fillStyle = palette.text;
    canvas.fillText(length, start, RULER_HEIGHT / 2);
  }
}

/** Ticks where something was found, at most one for each pixel. */
function drawHits(
  canvas: Canvas,
  { ground: { axis, x, first, last } }: Scene,
  hits: readonly number[],
  palette: Palette,
): void {
  canvas.fillStyle = palette.hit;
  let before = -1;
  for (let nth = hitsBefore(hits, first); nth < hits.length && hits[nth]! <= last; nth++) {
    const at = Math.round(x(axis.placeOf(hits[nth]!)));
    if (at === before) continue;
    before = at;
    canvas.fillRect(at - HIT.width / 2, RULER_HEIGHT - HIT.height, HIT.width, HIT.height);
  }
}
