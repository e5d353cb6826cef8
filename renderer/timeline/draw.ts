import { scaleUtc } from 'd3';
import { KIND_SHAPES } from '../elements/kind-shapes.ts';
import type { Arrow, Point } from './arrows.ts';
import { RULER_HEIGHT, type Lanes } from './lanes.ts';
import type { Mark } from './lay-out.ts';
import type { Palette } from './palette.ts';
import type { TimeScale } from './view.ts';

type Canvas = CanvasRenderingContext2D;

const TICK_ROOM = 96; // CSS px for each label of the ruler
const RING = 8.5; // CSS px around the entry at the playhead
const ARROW_ROOM = 28; // CSS px between two entries for an arrow along the time axis
const GLYPH_SCALE = 0.92; // CSS px for each unit of a shape

/** The lanes and the ruler of simulated time. */
export function drawGround(
  canvas: Canvas,
  x: TimeScale,
  lanes: Lanes,
  palette: Palette,
  height: number,
): void {
  const [, width = 0] = x.range();
  canvas.fillStyle = palette.band;
  for (let lane = 0; lane < lanes.names.length; lane += 2)
    canvas.fillRect(0, RULER_HEIGHT + lane * lanes.height, width, lanes.height);

  const [from = 0, to = 0] = x.domain();
  const ruler = scaleUtc([from / 1000, to / 1000], [0, width]);
  const ticks = ruler.ticks(Math.max(2, Math.floor(width / TICK_ROOM)));
  const label = ruler.tickFormat();
  canvas.font = palette.font;
  canvas.textBaseline = 'middle';
  for (const tick of ticks) {
    const at = Math.round(ruler(tick)) + 0.5;
    canvas.fillStyle = palette.line;
    canvas.fillRect(at - 0.5, RULER_HEIGHT - 5, 1, height - RULER_HEIGHT + 5);
    canvas.fillStyle = palette.text;
    canvas.fillText(clockLabel(label(tick), tick), at + 4, RULER_HEIGHT / 2);
  }
  canvas.fillStyle = palette.line;
  canvas.fillRect(0, RULER_HEIGHT - 1, width, 1);
}

/** D3 writes hours of twelve; the log writes twenty-four. */
const clockLabel = (text: string, tick: Date): string =>
  /[AP]M$|^\d\d:\d\d$/.test(text)
    ? tick.toISOString().slice(11, 16)
    : text.replace(/^:(\d\d)$/, () => tick.toISOString().slice(11, 19));

/** Puts the marks on the canvas. Decides nothing. */
export function drawMarks(canvas: Canvas, marks: readonly Mark[], palette: Palette): void {
  for (const mark of marks) {
    if (mark.form === 'bar') {
      canvas.fillStyle = mark.tone === 'trouble' ? palette.trouble : palette.kinds[mark.tone];
      canvas.fillRect(mark.x, mark.y, mark.width - 0.5, mark.height);
    } else drawGlyph(canvas, mark, palette);
  }
}

const outlines = new Map<string, Path2D>();

function outlineOf(shape: string): Path2D {
  const known = outlines.get(shape) ?? new Path2D(shape);
  outlines.set(shape, known);
  return known;
}

function drawGlyph(canvas: Canvas, mark: Extract<Mark, { form: 'glyph' }>, palette: Palette): void {
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

/** What moves with the playhead: its line, the entry it stands on, the arrows from that entry's causes. */
export function drawMoment(
  canvas: Canvas,
  moment: { readonly x: number; readonly selected: Point | undefined; readonly arrows: readonly Arrow[] },
  palette: Palette,
  height: number,
): void {
  for (const arrow of moment.arrows) drawArrow(canvas, arrow, palette);
  const x = Math.round(moment.x);
  canvas.fillStyle = palette.moment;
  canvas.fillRect(x - 0.75, RULER_HEIGHT - 8, 1.5, height);
  canvas.beginPath();
  canvas.roundRect(x - 5.5, 4, 11, 12, 3);
  canvas.moveTo(x - 4, 15);
  canvas.lineTo(x, 21);
  canvas.lineTo(x + 4, 15);
  canvas.fill();
  if (moment.selected === undefined) return;
  canvas.strokeStyle = palette.moment;
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.arc(moment.selected.x, moment.selected.y, RING, 0, 2 * Math.PI);
  canvas.stroke();
}

/** Runs along the time axis, or straight across the lanes where there is hardly any time between the two. */
function drawArrow(canvas: Canvas, { from, to }: Arrow, palette: Palette): void {
  const across = Math.abs(to.x - from.x) < ARROW_ROOM && to.y !== from.y;
  const [ux, uy] = across ? [0, Math.sign(to.y - from.y)] : [1, 0];
  const tip = { x: to.x - RING * ux, y: to.y - RING * uy };
  const bend = across ? Math.abs(tip.y - from.y) / 2 : Math.max(18, Math.abs(to.x - from.x) / 2);
  canvas.strokeStyle = palette.moment;
  canvas.fillStyle = palette.moment;
  canvas.lineWidth = 1.25;
  canvas.beginPath();
  canvas.moveTo(from.x, from.y);
  canvas.bezierCurveTo(
    from.x + bend * ux,
    from.y + bend * uy,
    tip.x - bend * ux,
    tip.y - bend * uy,
    tip.x - 4 * ux,
    tip.y - 4 * uy,
  );
  canvas.stroke();
  canvas.beginPath();
  canvas.moveTo(tip.x, tip.y);
  canvas.lineTo(tip.x - 6 * ux - 3.5 * uy, tip.y - 6 * uy - 3.5 * ux);
  canvas.lineTo(tip.x - 6 * ux + 3.5 * uy, tip.y - 6 * uy + 3.5 * ux);
  canvas.fill();
}
