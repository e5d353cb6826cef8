import type { CostPicture } from '../layout/costs.ts';
import type { Span } from '../layout/entries.ts';
import type { Palette } from './canvas.ts';

const LINE = 1; // CSS px
const READ = 0.3; // opacity of what a model read
const SPAN = 0.4;
const SPAN_HEIGHT = 10; // CSS px
const SPAN_RADIUS = 3; // CSS px

/** Draws what models cost: a bar for each answer, and a line for the sum so far. */
export function drawCosts(
  canvas: CanvasRenderingContext2D,
  { y, height, width: whole, bars, line }: CostPicture,
  palette: Palette,
): void {
  const foot = y + height - 1;
  canvas.fillStyle = palette.line;
  canvas.fillRect(0, y - 1, whole, 1);
  canvas.fillStyle = palette.kinds.agent;
  for (const { x, width, read, written } of bars) {
    canvas.globalAlpha = READ;
    canvas.fillRect(x, foot - read, width, read);
    canvas.globalAlpha = 1;
    canvas.fillRect(x, foot - read - written, width, written);
  }
  canvas.strokeStyle = palette.text;
  canvas.lineWidth = LINE;
  canvas.beginPath();
  for (const [index, point] of line.entries())
    if (index === 0) canvas.moveTo(point.x, point.y);
    else {
      canvas.lineTo(point.x, line[index - 1]!.y);
      canvas.lineTo(point.x, point.y);
    }
  canvas.stroke();
}

/** Draws the calls whose duration is known, from their start to their end. */
export function drawSpans(canvas: CanvasRenderingContext2D, spans: readonly Span[], palette: Palette): void {
  canvas.globalAlpha = SPAN;
  for (const { x, y, width, kind, failure } of spans) {
    canvas.fillStyle = failure ? palette.failure : palette.kinds[kind];
    canvas.beginPath();
    canvas.roundRect(x, y - SPAN_HEIGHT / 2, width, SPAN_HEIGHT, SPAN_RADIUS);
    canvas.fill();
  }
  canvas.globalAlpha = 1;
}
