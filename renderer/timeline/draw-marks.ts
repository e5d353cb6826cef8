import { KIND_SHAPES } from '../elements/kind-shapes.ts';
import type { Glyph, Mark } from './lay-out.ts';
import type { Palette } from './palette.ts';
import { SIGN_SHAPES, toneOf } from './sign-shapes.ts';
import { SIGN_ROOM, type SignMark } from './signs.ts';

type Canvas = CanvasRenderingContext2D;

const CROWD = 4; // signs of one place from which mere news is drawn as a line
const GLYPH_SCALE = 0.92; // CSS px for each unit of a shape

export function drawMarks(canvas: Canvas, marks: readonly Mark[], palette: Palette): void {
  for (const mark of marks) {
    if (mark.form === 'bar') {
      canvas.fillStyle = mark.tone === 'trouble' ? palette.trouble : palette.kinds[mark.tone];
      canvas.fillRect(mark.x, mark.y, mark.width - 0.5, mark.height);
    } else drawGlyph(canvas, mark, palette);
  }
}

/** The signs over the lanes; where there is nothing but news, and plenty, a line that hides none of the others. */
export function drawSigns(canvas: Canvas, signs: readonly SignMark[], palette: Palette): void {
  const colours = { good: palette.good, plain: palette.text, own: palette.accent, bad: palette.trouble };
  for (const { x, y, sign, count } of signs) {
    if (toneOf(sign) === 'plain' && count >= CROWD) {
      canvas.fillStyle = palette.text;
      canvas.fillRect(Math.floor(x / SIGN_ROOM) * SIGN_ROOM, y - 1, SIGN_ROOM, 2);
      continue;
    }
    canvas.save();
    canvas.translate(x, y);
    canvas.fillStyle = colours[toneOf(sign)];
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
  if (mark.trouble) drawCross(canvas, palette);
  canvas.restore();
}

/** Failure: a cross over the upper right corner, so that the shape beneath still tells the kind. */
function drawCross(canvas: Canvas, palette: Palette): void {
  const cross = outlineOf('M1.8-6.6L6.6-1.8M6.6-6.6L1.8-1.8');
  canvas.lineCap = 'round';
  canvas.strokeStyle = palette.surface;
  canvas.lineWidth = 4.4;
  canvas.stroke(cross);
  canvas.strokeStyle = palette.trouble;
  canvas.lineWidth = 2;
  canvas.stroke(cross);
}
