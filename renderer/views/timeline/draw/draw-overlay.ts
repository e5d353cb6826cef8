import type { Arrow, ScenePoint } from '../layout/scene.ts';
import type { Palette } from './canvas.ts';

type Canvas = CanvasRenderingContext2D;

const RING = 8.5; // CSS px around the entry at the playhead
const ARROW_ROOM = 28; // CSS px between two entries for an arrow along the time axis

/** A picked range in CSS px; outlined while it loops. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly looping: boolean;
}

/** The parts drawn over the ground, which change more often. */
export interface Overlay {
  /** Top of the signs and lanes, under the ruler, CSS px. */
  readonly top: number;
  readonly x: number;
  readonly selected: ScenePoint | undefined;
  readonly arrows: readonly Arrow[];
  readonly band: Band | undefined;
}

/** Draws the range, the playhead and the entry at the playhead with its causes and effects. */
export function drawPlayhead(canvas: Canvas, overlay: Overlay, palette: Palette, height: number): void {
  if (overlay.band !== undefined) drawBand(canvas, overlay.band, palette, height);
  for (const arrow of overlay.arrows) drawArrow(canvas, arrow, palette);
  const x = Math.round(overlay.x);
  canvas.fillStyle = palette.moment;
  canvas.fillRect(x - 0.75, overlay.top, 1.5, height);
  if (overlay.selected === undefined) return;
  canvas.strokeStyle = palette.moment;
  canvas.lineWidth = 2;
  canvas.beginPath();
  canvas.arc(overlay.selected.x, overlay.selected.y, RING, 0, 2 * Math.PI);
  canvas.stroke();
}

/** Draws a tint, and a line at each end. */
function drawBand(canvas: Canvas, { from, to, looping }: Band, palette: Palette, height: number): void {
  canvas.fillStyle = palette.accent;
  canvas.globalAlpha = looping ? 0.16 : 0.1;
  canvas.fillRect(from, 0, to - from, height);
  canvas.globalAlpha = 1;
  canvas.fillRect(from - 1, 0, 1.5, height);
  canvas.fillRect(to - 0.5, 0, 1.5, height);
}

/** Draws an arrow along the time axis, or straight across the lanes when the two points are close in time. */
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
