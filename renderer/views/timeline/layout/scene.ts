import type { LogRow } from '../../../../preload/contract.ts';
import type { Axis } from './axis.ts';
import type { Ground } from './bins.ts';
import type { Columns } from './columns.ts';
import { layOutSpans } from './costs.ts';
import { type Glyph, GLYPH_REACH, layOutEntries, type EntryMark, type Span } from './entries.ts';
import { type Heights, lanesOf, middleOf } from './lanes.ts';
import { type Length, lengthsOf, type Tick, ticksOf } from './ruler.ts';
import { isEmpty, layOutSigns, type SignMark, signsOf } from './signs.ts';
import type { Shown } from './track.ts';
import { scaleOf, type View } from './view.ts';

/** The layout of everything drawn under the playhead. */
export interface Scene {
  readonly ground: Ground;
  readonly ticks: readonly Tick[];
  /** Labels of the cuts. */
  readonly lengths: readonly Length[];
  readonly marks: readonly EntryMark[];
  /** Entries drawn on their own, by index. */
  readonly glyphs: ReadonlyMap<number, Glyph>;
  readonly signs: readonly SignMark[];
  readonly spans: readonly Span[];
}

/** Height of the lanes of costs and probes, CSS px. */
export const heightAbove = (
  { probes, costLane }: Pick<Shown, 'probes' | 'costLane'>,
  { probe }: Heights,
): number => (probes.length + (costLane === undefined ? 0 : 1)) * probe;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly heights: Heights;
  /** Free height between the signs and the lanes. */
  readonly free?: number;
}

/** Lays out the visible part of the run, in CSS px. */
export function sceneOf(
  shown: Pick<Shown, 'run' | 'breakpointHits' | 'notes' | 'hidden' | 'costs'>,
  columns: Columns,
  axis: Axis,
  view: View,
  { width, height, heights, free = 0 }: Size,
): Scene {
  const { run, breakpointHits, notes, hidden, costs } = shown;
  const signs = signsOf(columns, run.verdict, breakpointHits, notes);
  const top = heights.ruler + (isEmpty(signs) ? 0 : heights.signs) + free;
  const lanes = lanesOf(columns.groups, columns.choice, run.apps, height, heights, top, hidden);
  const x = scaleOf(view, width);
  const first = axis.entryFrom(x.invert(-GLYPH_REACH));
  const last = axis.entryAt(x.invert(width + GLYPH_REACH));
  const ground = { columns, axis, lanes, x, first, last };
  const marks = layOutEntries(ground);
  const glyphs = new Map(marks.filter((mark) => mark.form === 'glyph').map((glyph) => [glyph.index, glyph]));
  return {
    ground,
    marks,
    ticks: ticksOf(axis, view, width, heights.font),
    lengths: lengthsOf(axis, view, width, heights.font),
    glyphs,
    signs: layOutSigns(signs, ground),
    spans: layOutSpans(costs, ground, glyphs),
  };
}

export interface ScenePoint {
  readonly x: number;
  readonly y: number;
}

/** An arrow from an entry's cause to the entry. */
export interface Arrow {
  readonly from: ScenePoint;
  readonly to: ScenePoint;
}

const MAX_EFFECTS = 40; // arrows; more would hide one another
const MAX_CAUSES = 8; // arrows; of more causes, the last one is what the entry waited for

/** Position of entry `index`: on its own mark, else in the middle of its lane; `undefined` when the lane is hidden. */
export function pointOf({ ground, glyphs }: Scene, index: number): ScenePoint | undefined {
  const { columns, axis, lanes, x } = ground;
  if (index < 0 || index >= columns.count) return undefined;
  const lane = lanes.ofGroup[columns.groupOf[index]!]!;
  if (lane < 0) return undefined;
  return glyphs.get(index) ?? { x: x(axis.placeOf(index)), y: middleOf(lanes, lane) };
}

/** The arrows from the causes of entry `at`, the last ones if there are many, and to the entries that it released. */
export function arrowsAt(scene: Scene, rows: readonly LogRow[], at: number): readonly Arrow[] {
  const here = pointOf(scene, at);
  if (here === undefined) return [];
  const points = (entries: readonly number[]): readonly ScenePoint[] =>
    entries.map((entry) => pointOf(scene, entry)).filter((point) => point !== undefined);
  const { causes = [] } = rows[at] ?? {};
  return [
    ...points(causes.length > MAX_CAUSES ? causes.slice(-1) : causes).map((from) => ({ from, to: here })),
    ...points(scene.ground.columns.links.effectsOf(at, MAX_EFFECTS)).map((to) => ({ from: here, to })),
  ];
}
