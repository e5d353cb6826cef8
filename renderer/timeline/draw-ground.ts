import { drawMarks, drawSigns } from './draw-marks.ts';
import { RULER_HEIGHT, topOf } from './lanes.ts';
import type { Palette } from './palette.ts';
import type { Scene } from './scene.ts';

type Canvas = CanvasRenderingContext2D;

const ZIG = { width: 4, height: 5 }; // CSS px

/** The lanes, the lines of the ruler, what is cut out, the marks and the signs. Decides nothing. */
export function drawGround(canvas: Canvas, scene: Scene, palette: Palette, height: number): void {
  const { lanes, x } = scene.ground;
  const [, width = 0] = x.range();
  canvas.fillStyle = palette.band;
  for (let lane = 0; lane < lanes.names.length; lane += 2)
    canvas.fillRect(0, topOf(lanes, lane), width, lanes.height);
  drawLines(canvas, scene, palette, height);
  drawCuts(canvas, scene, palette, height);
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
  for (const tick of ticks) canvas.fillRect(Math.round(tick.x), RULER_HEIGHT, 1, height);
  canvas.fillRect(0, lanes.top - 1, width, 1);
}

/** Two zig-zag lines, between which the time is cut out. */
function drawCuts(canvas: Canvas, { ground: { axis, x } }: Scene, palette: Palette, height: number): void {
  const [, width = 0] = x.range();
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
  }
}
