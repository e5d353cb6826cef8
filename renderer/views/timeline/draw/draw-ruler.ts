import { bisectLeft } from 'd3';
import type { Heights } from '../layout/lanes.ts';
import type { Scene } from '../layout/scene.ts';
import type { Shown } from '../layout/track.ts';
import { fontOf, type Palette } from './canvas.ts';
import type { Band } from './draw-overlay.ts';

type Canvas = CanvasRenderingContext2D;

const HIT_MARK = { width: 2, height: 6 }; // CSS px, at the foot of the ruler
const LABEL_GAP = 4.5; // CSS px, between a line of the ruler and its label
const HANDLE = { width: 11, height: 8 }; // CSS px, at the foot of the ruler
const GRIP = { width: 6, height: 9 }; // CSS px, at the foot of the ruler

/** The vertical middle of the labels, CSS px: the focus ring is above, the handles below. */
const labelMiddle = ({ ruler }: Heights): number => ruler / 2 - 1.5;

/** The draggable parts of the ruler. */
interface RulerHandles {
  readonly band: Band | undefined;
  /** Position of the playhead, CSS px. */
  readonly playhead: number;
}

/** Draws the labels of the lines, the lengths of the cuts, the entries that an edit changed and the search results. */
export function drawRuler(
  canvas: Canvas,
  scene: Scene,
  { results, edits }: Pick<Shown, 'results' | 'edits'>,
  palette: Palette,
): void {
  const [, width = 0] = scene.ground.x.range();
  const { heights } = scene.ground.lanes;
  canvas.font = fontOf(heights.font, palette);
  canvas.textBaseline = 'middle';
  canvas.fillStyle = palette.line;
  canvas.fillRect(0, heights.ruler - 1, width, 1);
  drawLabels(canvas, scene, palette, width);
  drawLengths(canvas, scene, palette);
  drawTicks(canvas, scene, edits, palette.accent);
  drawTicks(canvas, scene, results, palette.hit);
}

/** Draws the handles of the range and the playhead. */
export function drawHandles(
  canvas: Canvas,
  { ruler }: Heights,
  { band, playhead }: RulerHandles,
  palette: Palette,
): void {
  if (band !== undefined) drawBandInRuler(canvas, band, ruler, palette);
  drawHandle(canvas, Math.round(playhead), ruler, palette);
}

function drawLabels(
  canvas: Canvas,
  {
    ticks,
    ground: {
      lanes: { heights },
    },
  }: Scene,
  palette: Palette,
  width: number,
): void {
  for (const tick of ticks) {
    const at = Math.round(tick.x);
    canvas.fillStyle = palette.line;
    canvas.fillRect(at, heights.ruler - 5, 1, 5);
    if (at + LABEL_GAP + canvas.measureText(tick.label).width > width) continue;
    canvas.fillStyle = palette.text;
    canvas.fillText(tick.label, at + LABEL_GAP, labelMiddle(heights));
  }
}

function drawLengths(canvas: Canvas, { lengths, ground }: Scene, palette: Palette): void {
  canvas.fillStyle = palette.text;
  canvas.textAlign = 'center';
  for (const { x, label } of lengths) canvas.fillText(label, x, labelMiddle(ground.lanes.heights));
  canvas.textAlign = 'start';
}

/** Draws a tick at the foot of the ruler for each of the `entries`. */
function drawTicks(
  canvas: Canvas,
  { ground: { axis, x, first, last, lanes } }: Scene,
  entries: readonly number[],
  colour: string,
): void {
  canvas.fillStyle = colour;
  let nth = bisectLeft(entries, first);
  while (nth < entries.length && entries[nth]! <= last) {
    const at = Math.round(x(axis.placeOf(entries[nth]!)));
    // Skip entries on the same pixel: there may be a million.
    nth = Math.max(nth + 1, bisectLeft(entries, axis.entryFrom(x.invert(at + 0.5))));
    canvas.fillRect(
      at - HIT_MARK.width / 2,
      lanes.heights.ruler - HIT_MARK.height,
      HIT_MARK.width,
      HIT_MARK.height,
    );
  }
}

/** Draws a tint, and at each end a grip that opens inwards like a bracket. */
function drawBandInRuler(canvas: Canvas, { from, to, looping }: Band, ruler: number, palette: Palette): void {
  canvas.fillStyle = palette.accent;
  canvas.globalAlpha = looping ? 0.16 : 0.1;
  canvas.fillRect(from, 0, to - from, ruler);
  canvas.globalAlpha = 1;
  for (const left of [from - 1, to - GRIP.width + 1]) {
    canvas.beginPath();
    canvas.roundRect(left, ruler - GRIP.height, GRIP.width, GRIP.height, 2);
    canvas.fill();
  }
  if (looping) canvas.fillRect(from, 0, to - from, 2.5);
}

/** Draws the handle of the playhead, which points down at its line. */
function drawHandle(canvas: Canvas, x: number, ruler: number, palette: Palette): void {
  const half = HANDLE.width / 2;
  const top = ruler - HANDLE.height;
  canvas.fillStyle = palette.moment;
  canvas.beginPath();
  canvas.roundRect(x - half, top, HANDLE.width, 5, [3, 3, 0, 0]);
  canvas.moveTo(x - half, top + 5);
  canvas.lineTo(x, ruler);
  canvas.lineTo(x + half, top + 5);
  canvas.fill();
}
