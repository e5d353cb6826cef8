import { bisectLeft } from 'd3';
import { RULER_HEIGHT } from '../layout/lanes.ts';
import type { Scene } from '../layout/scene.ts';
import type { Palette } from './canvas.ts';
import type { Band } from './draw-overlay.ts';

type Canvas = CanvasRenderingContext2D;

const HIT = { width: 2, height: 6 }; // CSS px, at the foot of the ruler
const LABEL_GAP = 4.5; // CSS px, between a line of the ruler and what it is called
const LABEL_MIDDLE = 10.5; // CSS px; the ring of the focus runs above, what can be taken hold of stands below
const HANDLE = { width: 11, top: 16, point: RULER_HEIGHT }; // CSS px
const GRIP = { width: 6, top: 15 }; // CSS px

/** What can be taken hold of in the ruler. */
interface Held {
  readonly band: Band | undefined;
  /** Where the playhead is, CSS px. */
  readonly playhead: number;
}

/** What the lines are called, how long the cuts are, and the hits. */
export function drawRuler(canvas: Canvas, scene: Scene, hits: readonly number[], palette: Palette): void {
  const [, width = 0] = scene.ground.x.range();
  canvas.font = palette.font;
  canvas.textBaseline = 'middle';
  canvas.fillStyle = palette.line;
  canvas.fillRect(0, RULER_HEIGHT - 1, width, 1);
  drawLabels(canvas, scene, palette, width);
  drawLengths(canvas, scene, palette);
  drawHits(canvas, scene, hits, palette);
}

/** The handles of the range and the playhead. */
export function drawHandles(canvas: Canvas, { band, playhead }: Held, palette: Palette): void {
  if (band !== undefined) drawGrips(canvas, band, palette);
  drawHandle(canvas, Math.round(playhead), palette);
}

function drawLabels(canvas: Canvas, { ticks }: Scene, palette: Palette, width: number): void {
  for (const tick of ticks) {
    const at = Math.round(tick.x);
    canvas.fillStyle = palette.line;
    canvas.fillRect(at, RULER_HEIGHT - 5, 1, 5);
    if (at + LABEL_GAP + canvas.measureText(tick.label).width > width) continue;
    canvas.fillStyle = palette.text;
    canvas.fillText(tick.label, at + LABEL_GAP, LABEL_MIDDLE);
  }
}

function drawLengths(canvas: Canvas, { lengths }: Scene, palette: Palette): void {
  canvas.fillStyle = palette.text;
  canvas.textAlign = 'center';
  for (const { x, label } of lengths) canvas.fillText(label, x, LABEL_MIDDLE);
  canvas.textAlign = 'start';
}

function drawHits(
  canvas: Canvas,
  { ground: { axis, x, first, last } }: Scene,
  hits: readonly number[],
  palette: Palette,
): void {
  canvas.fillStyle = palette.hit;
  let nth = bisectLeft(hits, first);
  while (nth < hits.length && hits[nth]! <= last) {
    const at = Math.round(x(axis.placeOf(hits[nth]!)));
    // Those on the same pixel are drawn with it: there may be a million.
    nth = Math.max(nth + 1, bisectLeft(hits, axis.entryFrom(x.invert(at + 0.5))));
    canvas.fillRect(at - HIT.width / 2, RULER_HEIGHT - HIT.height, HIT.width, HIT.height);
  }
}

/** A tint, and at each end a grip that opens inwards, as a bracket does. */
function drawGrips(canvas: Canvas, { from, to, looping }: Band, palette: Palette): void {
  canvas.fillStyle = palette.accent;
  canvas.globalAlpha = looping ? 0.16 : 0.1;
  canvas.fillRect(from, 0, to - from, RULER_HEIGHT);
  canvas.globalAlpha = 1;
  for (const left of [from - 1, to - GRIP.width + 1]) {
    canvas.beginPath();
    canvas.roundRect(left, GRIP.top, GRIP.width, RULER_HEIGHT - GRIP.top, 2);
    canvas.fill();
  }
  if (looping) canvas.fillRect(from, 0, to - from, 2.5);
}

/** What the playhead is taken hold of by: it points down at its line. */
function drawHandle(canvas: Canvas, x: number, palette: Palette): void {
  const half = HANDLE.width / 2;
  canvas.fillStyle = palette.moment;
  canvas.beginPath();
  canvas.roundRect(x - half, HANDLE.top, HANDLE.width, 5, [3, 3, 0, 0]);
  canvas.moveTo(x - half, HANDLE.top + 5);
  canvas.lineTo(x, HANDLE.point);
  canvas.lineTo(x + half, HANDLE.top + 5);
  canvas.fill();
}
