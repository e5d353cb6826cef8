import type { LogRow } from '../../preload/contract.ts';
import type { Scene } from './scene.ts';
import { middleOf } from './lanes.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** From an entry's cause to the entry. */
export interface Arrow {
  readonly from: Point;
  readonly to: Point;
}

const MOST_EFFECTS = 40; // arrows; more of them hide one another

/** Where entry `index` stands: on its mark if it has one of its own, else in the middle of its lane. */
export function pointOf({ ground, glyphs }: Scene, index: number): Point | undefined {
  const { columns, axis, lanes, x } = ground;
  if (index < 0 || index >= columns.count) return undefined;
  const lane = lanes.ofGroup[columns.groupOf[index]!]!;
  return glyphs.get(index) ?? { x: x(axis.placeOf(index)), y: middleOf(lanes, lane) };
}

/** An arrow from each cause of entry `at`, and one to each entry that it released. */
export function arrowsAt(scene: Scene, rows: readonly LogRow[], at: number): readonly Arrow[] {
  const here = pointOf(scene, at);
  if (here === undefined) return [];
  const points = (entries: readonly number[]): readonly Point[] =>
    entries.map((entry) => pointOf(scene, entry)).filter((point) => point !== undefined);
  return [
    ...points(rows[at]?.causes ?? []).map((from) => ({ from, to: here })),
    ...points(scene.ground.columns.links.effectsOf(at, MOST_EFFECTS)).map((to) => ({ from: here, to })),
  ];
}
