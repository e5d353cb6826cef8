import type { Axis } from './axis.ts';
import type { Ground } from './bins.ts';
import type { Columns } from './columns.ts';
import { LANES_TOP, lanesOf, RULER_HEIGHT } from './lanes.ts';
import { GLYPH_REACH, layOut, type Glyph, type Mark } from './lay-out.ts';
import { lengthsOf, ticksOf, type Length, type Tick } from './ruler.ts';
import type { Shown } from './shown.ts';
import { isEmpty, layOutSigns, signsOf, type SignMark } from './signs.ts';
import { scaleOf, type View } from './view.ts';

/** All that is drawn under the playhead, laid out. */
export interface Scene {
  readonly ground: Ground;
  readonly ticks: readonly Tick[];
  /** Of the cuts. */
  readonly lengths: readonly Length[];
  readonly marks: readonly Mark[];
  /** The entries that stand by themselves, by index. */
  readonly glyphs: ReadonlyMap<number, Glyph>;
  readonly signs: readonly SignMark[];
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** What is to be left free between the signs and the lanes. */
  readonly free?: number;
}

/** Lays out what `view` shows of the run, in CSS px. */
export function sceneOf(
  { run, breakpoints, notes }: Pick<Shown, 'run' | 'breakpoints' | 'notes'>,
  columns: Columns,
  axis: Axis,
  view: View,
  { width, height, free = 0 }: Size,
): Scene {
  const signs = signsOf(columns, run.verdict, breakpoints, notes);
  const top = (isEmpty(signs) ? RULER_HEIGHT : LANES_TOP) + free;
  const lanes = lanesOf(columns.groups, columns.choice, run.apps, height, top);
  const x = scaleOf(view, width);
  const first = axis.entryFrom(x.invert(-GLYPH_REACH));
  const last = axis.entryAt(x.invert(width + GLYPH_REACH));
  const ground = { columns, axis, lanes, x, first, last };
  const marks = layOut(ground);
  return {
    ground,
    marks,
    ticks: ticksOf(axis, view, width),
    lengths: lengthsOf(axis, view, width),
    glyphs: new Map(marks.filter((mark) => mark.form === 'glyph').map((glyph) => [glyph.index, glyph])),
    signs: layOutSigns(signs, axis, x, first, last),
  };
}
