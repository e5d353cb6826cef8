import type { Heights } from '../layout/lanes.ts';
import { PROBE_PADDING, type ProbePicture } from '../layout/probes.ts';
import { fontOf, type Palette } from './canvas.ts';

type Canvas = CanvasRenderingContext2D;

const LINE = 1.5; // CSS px
const LETTER = 0.56; // width of a letter, roughly, in font sizes
const INSET = 5; // CSS px from the edge of a band to its text
const AREA_OPACITY = 0.14; // opacity of the area under a line
const BAND = 0.32;

/** Draws the lanes of the probes: numbers as lines, other values as bands, missing values as a thin line. */
export function drawProbes(
  canvas: Canvas,
  probes: readonly ProbePicture[],
  { font }: Heights,
  palette: Palette,
): void {
  for (const probe of probes) {
    const [, width = 0] = probe.across;
    canvas.fillStyle = palette.line;
    canvas.fillRect(0, probe.y - 1, width, 1);
    for (const { x, width: room } of probe.gaps) canvas.fillRect(x, probe.y + probe.height / 2, room, 1);
    drawSteps(canvas, probe, palette);
    drawBands(canvas, probe, font, palette);
  }
}

function drawSteps(canvas: Canvas, { y: top, height, steps }: ProbePicture, palette: Palette): void {
  const foot = top + height - PROBE_PADDING;
  canvas.fillStyle = palette.accent;
  for (const { x, width, y, low, high } of steps) {
    canvas.globalAlpha = AREA_OPACITY;
    canvas.fillRect(x, y, width, foot - y);
    canvas.globalAlpha = 1;
    canvas.fillRect(x, y - LINE / 2, width, LINE);
    if (low > high) canvas.fillRect(x - LINE / 2, high - LINE / 2, LINE, low - high + LINE);
  }
}

function drawBands(
  canvas: Canvas,
  { y: top, height: whole, bands }: ProbePicture,
  font: number,
  palette: Palette,
): void {
  const { agent, user, environment, condition } = palette.kinds;
  const tones = {
    yes: palette.accent,
    no: palette.text,
    a: agent,
    b: user,
    c: environment,
    d: condition,
    e: palette.hit,
  };
  const height = whole - 2 * PROBE_PADDING;
  const y = top + PROBE_PADDING;
  canvas.font = fontOf(font, palette);
  canvas.textBaseline = 'middle';
  for (const { x, width, words, tone } of bands) {
    canvas.fillStyle = tones[tone];
    canvas.globalAlpha = tone === 'no' ? AREA_OPACITY : BAND;
    canvas.fillRect(x, y, width, height);
    canvas.globalAlpha = 1;
    canvas.fillRect(x, y, Math.min(LINE, width), height);
    const room = Math.floor((width - 2 * INSET) / (LETTER * font));
    if (room < Math.min(3, words.length)) continue;
    canvas.fillStyle = palette.ink;
    canvas.fillText(words.length > room ? `${words.slice(0, room - 1)}…` : words, x + INSET, top + whole / 2);
  }
}
