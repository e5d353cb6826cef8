import { PROBE_HEIGHT, PROBE_PADDING, type ProbePicture } from '../layout/probes.ts';
import type { Palette } from './canvas.ts';

type Canvas = CanvasRenderingContext2D;

const LINE = 1.5; // CSS px
const LETTER = 6.2; // CSS px, about
const INSET = 5; // CSS px from the edge of a band to its words
const AREA = 0.14; // how strong what is under a line is
const BAND = 0.32;

/** The lanes of the probes: lines of numbers, bands of all else, and a thin line where there is nothing. */
export function drawProbes(canvas: Canvas, probes: readonly ProbePicture[], palette: Palette): void {
  for (const probe of probes) {
    const [, width = 0] = probe.across;
    canvas.fillStyle = palette.line;
    canvas.fillRect(0, probe.y - 1, width, 1);
    for (const { x, width: room } of probe.gaps) canvas.fillRect(x, probe.y + PROBE_HEIGHT / 2, room, 1);
    drawSteps(canvas, probe, palette);
    drawBands(canvas, probe, palette);
  }
}

function drawSteps(canvas: Canvas, { y: top, steps }: ProbePicture, palette: Palette): void {
  const foot = top + PROBE_HEIGHT - PROBE_PADDING;
  canvas.fillStyle = palette.accent;
  for (const { x, width, y, low, high } of steps) {
    canvas.globalAlpha = AREA;
    canvas.fillRect(x, y, width, foot - y);
    canvas.globalAlpha = 1;
    canvas.fillRect(x, y - LINE / 2, width, LINE);
    if (low > high) canvas.fillRect(x - LINE / 2, high - LINE / 2, LINE, low - high + LINE);
  }
}

function drawBands(canvas: Canvas, { y: top, bands }: ProbePicture, palette: Palette): void {
  const { agent, user, environment, condition } = palette.kinds;
  const tones = {
    ...{ yes: palette.accent, no: palette.text },
    ...{ a: agent, b: user, c: environment, d: condition, e: palette.hit },
  };
  const height = PROBE_HEIGHT - 2 * PROBE_PADDING;
  const y = top + PROBE_PADDING;
  canvas.font = palette.font;
  canvas.textBaseline = 'middle';
  for (const { x, width, words, tone } of bands) {
    canvas.fillStyle = tones[tone];
    canvas.globalAlpha = tone === 'no' ? AREA : BAND;
    canvas.fillRect(x, y, width, height);
    canvas.globalAlpha = 1;
    canvas.fillRect(x, y, Math.min(LINE, width), height);
    const room = Math.floor((width - 2 * INSET) / LETTER);
    if (room < Math.min(3, words.length)) continue;
    canvas.fillStyle = palette.ink;
    canvas.fillText(
      words.length > room ? `${words.slice(0, room - 1)}…` : words,
      x + INSET,
      top + PROBE_HEIGHT / 2,
    );
  }
}
