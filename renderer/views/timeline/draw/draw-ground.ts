import { KIND_SHAPES } from '../../../ui/kind-mark.tsx';
import type { Glyph, EntryMark } from '../layout/entries.ts';
import { topOf } from '../layout/lanes.ts';
import type { Scene } from '../layout/scene.ts';
import { SIGN_ROOM, type SignKind, type SignMark } from '../layout/signs.ts';
import type { Palette } from './canvas.ts';
import { drawSpans } from './draw-costs.ts';

/** The outline of each sign, centred on the origin. */
export const SIGN_SHAPES = {
  breakpoint: 'M-2-5H2L5-2V2L2 5H-2L-5 2V-2Z',
  note: 'M-4-5H4V1.6L1.6 5H-4ZM-2.4-3V-1.8H2.4V-3ZM-2.4-.6V.6H2.4V-.6Z',
  tripped: 'M0-5.5L1.6-1.6L5.5 0L1.6 1.6L0 5.5L-1.6 1.6L-5.5 0L-1.6-1.6Z',
  missed: 'M-3.5-5.5H-2V-4.5L4.5-1.8L-2 1V5.5H-3.5ZM-2-3V-.6L.9-1.8Z',
  shortfall: 'M-1.2-5.5H1.2L.8 1.6H-.8ZM-1.2 3.2H1.2V5.5H-1.2Z',
  reached: 'M-3.5-5.5H-2V-4.5L4.5-1.8L-2 1V5.5H-3.5Z',
  failed: 'M-4.6-3.2L-3.2-4.6L0-1.4L3.2-4.6L4.6-3.2L1.4 0L4.6 3.2L3.2 4.6L0 1.4L-3.2 4.6L-4.6 3.2L-1.4 0Z',
  passed: 'M-5 .2L-3.6-1.2L-1.4 1L3.6-4L5-2.6L-1.4 3.8Z',
  failure: 'M0-4.6L5 4H-5Z',
  notified:
    'M0-5.2C2.4-5.2 3.4-3.6 3.4-1.6V1.4L5 3.2H-5L-3.4 1.4V-1.6C-3.4-3.6-2.4-5.2 0-5.2ZM-1.7 4.2H1.7C1.4 5.6-1.4 5.6-1.7 4.2Z',
} as const satisfies Record<SignKind, string>;

/**
 * Colour of a sign: green for good news, grey for notifications, the accent colour for a person's notes, red for the rest.
 */
export const signTone = (sign: SignKind): 'good' | 'plain' | 'own' | 'bad' =>
  sign === 'note'
    ? 'own'
    : sign === 'notified'
      ? 'plain'
      : sign === 'reached' || sign === 'passed'
        ? 'good'
        : 'bad';

type Canvas = CanvasRenderingContext2D;

const CROWD = 4; // from this many signs in one place, notifications are drawn as a line
const WAIT_HEIGHT = 2; // CSS px
const GLYPH_SCALE = 0.92; // CSS px for each unit of a shape

function drawMarks(canvas: Canvas, marks: readonly EntryMark[], palette: Palette): void {
  for (const mark of marks) {
    if (mark.form === 'wait') {
      canvas.fillStyle = palette.text;
      canvas.fillRect(mark.x, mark.y - WAIT_HEIGHT / 2, mark.width, WAIT_HEIGHT);
    } else if (mark.form === 'bar') {
      canvas.fillStyle = mark.tone === 'failure' ? palette.failure : palette.kinds[mark.tone];
      canvas.fillRect(mark.x, mark.y, mark.width - 0.5, mark.height);
    } else drawGlyph(canvas, mark, palette);
  }
}

/** Draws the signs over the lanes. Crowded notifications become a line that hides no other sign. */
function drawSigns(canvas: Canvas, signs: readonly SignMark[], palette: Palette): void {
  const colours = { good: palette.good, plain: palette.text, own: palette.accent, bad: palette.failure };
  for (const { x, y, sign, count } of signs) {
    if (signTone(sign) === 'plain' && count >= CROWD) {
      canvas.fillStyle = palette.text;
      canvas.fillRect(Math.floor(x / SIGN_ROOM) * SIGN_ROOM, y - 1, SIGN_ROOM, 2);
      continue;
    }
    canvas.save();
    canvas.translate(x, y);
    canvas.fillStyle = colours[signTone(sign)];
    canvas.fill(outlineOf(SIGN_SHAPES[sign]), 'evenodd');
    canvas.restore();
  }
}

const outlines = new Map<string, Path2D>();

function outlineOf(shape: string): Path2D {
  const known = outlines.get(shape) ?? new Path2D(shape);
  outlines.set(shape, known);
  return known;
}

function drawGlyph(canvas: Canvas, mark: Glyph, palette: Palette): void {
  const outline = outlineOf(KIND_SHAPES[mark.kind]);
  canvas.save();
  canvas.translate(mark.x, mark.y);
  canvas.scale(GLYPH_SCALE, GLYPH_SCALE);
  canvas.lineWidth = 1.5;
  canvas.strokeStyle = mark.idle ? palette.kinds[mark.kind] : palette.surface;
  canvas.fillStyle = mark.idle ? palette.surface : palette.kinds[mark.kind];
  if (!mark.idle) canvas.stroke(outline);
  canvas.fill(outline);
  if (mark.idle) canvas.stroke(outline);
  if (mark.failure) drawCross(canvas, palette);
  canvas.restore();
}

/** Draws the cross of a failure over the upper right corner, so that the shape beneath still shows the kind. */
function drawCross(canvas: Canvas, palette: Palette): void {
  const cross = outlineOf('M1.8-6.6L6.6-1.8M6.6-6.6L1.8-1.8');
  canvas.lineCap = 'round';
  canvas.strokeStyle = palette.surface;
  canvas.lineWidth = 4.4;
  canvas.stroke(cross);
  canvas.strokeStyle = palette.failure;
  canvas.lineWidth = 2;
  canvas.stroke(cross);
}

const ZIG = { width: 4, height: 5 }; // CSS px

/** Draws lanes, ruler lines, cuts, marks and signs. All layout is decided before. */
export function drawGround(canvas: Canvas, scene: Scene, palette: Palette, height: number): void {
  const { lanes, x } = scene.ground;
  const [, width = 0] = x.range();
  canvas.fillStyle = palette.band;
  for (let lane = 0; lane < lanes.names.length; lane += 2)
    canvas.fillRect(0, topOf(lanes, lane), width, lanes.height);
  drawLines(canvas, scene, palette, height);
  drawCuts(canvas, scene, palette, height);
  drawSpans(canvas, scene.spans, palette);
  drawMarks(canvas, scene.marks, palette);
  drawSigns(canvas, scene.signs, palette);
}

function drawLines(
  canvas: Canvas,
  { ticks, ground: { lanes, x } }: Scene,
  palette: Palette,
  height: number,
): void {
  const [, width = 0] = x.range();
  canvas.fillStyle = palette.line;
  for (const tick of ticks) canvas.fillRect(Math.round(tick.x), lanes.heights.ruler, 1, height);
  canvas.fillRect(0, lanes.top - 1, width, 1);
}

/** Draws two zigzag lines around time that is cut out. */
function drawCuts(
  canvas: Canvas,
  { ground: { axis, lanes, x } }: Scene,
  palette: Palette,
  height: number,
): void {
  const [, width = 0] = x.range();
  const top = lanes.heights.ruler;
  for (const cut of axis.cuts) {
    const [left, right] = [x(cut.from), x(cut.to)];
    if (right < 0 || left > width) continue;
    canvas.fillStyle = palette.band;
    canvas.fillRect(left, top, right - left, height);
    canvas.strokeStyle = palette.text;
    canvas.lineWidth = 1;
    canvas.beginPath();
    for (const edge of [left + ZIG.width, right - ZIG.width]) {
      canvas.moveTo(edge, top);
      for (let y = top, side = 1; y < height; y += ZIG.height, side = -side)
        canvas.lineTo(edge + (side * ZIG.width) / 2, y + ZIG.height);
    }
    canvas.stroke();
  }
}
