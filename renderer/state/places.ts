import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Place } from '../../engine/model/place.ts';
import type { EventPlace, LogRow } from '../../preload/contract.ts';
import { isIdle, isTrouble } from '../format/words.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { latest } from './latest.ts';
import { runOf } from './workspace-store.ts';

/** Where the events of the run on show are written, as its scenario stands now. */
export type Places = StoreApi<{ readonly places: readonly EventPlace[] }>;

export const placesStore = (): Places => createStore(() => ({ places: [] as readonly EventPlace[] }));

/** Asks where the events are written whenever another run is shown, until the returned function is called. */
export function followPlaces({ lab, panels, workspace, places }: Bench): () => void {
  let shown: string | undefined;
  const read = latest(async (path: string) => {
    const reply = await ask(lab, 'scenario.places', { path });
    places.setState({ places: reply.ok ? reply.value : [] });
  });
  const look = (): void => {
    const run = runOf(workspace.getState(), panels.getState().run);
    const { view } = workspace.getState();
    if (run?.id === shown) return;
    shown = run?.id;
    if (run !== undefined && view?.scenarios.some(({ path }) => path === run.source) === true)
      read(run.source);
    else places.setState({ places: [] });
  };
  const stops = [panels.subscribe(look), workspace.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}

export const placeOf = (places: readonly EventPlace[], event: string): Place | undefined =>
  places.find((one) => one.event === event)?.place;

/** What came of the events written on one line. */
export interface LineMark {
  readonly line: number;
  readonly state: 'fired' | 'failed' | 'waiting' | 'never';
  /** The entries that tell of it, by index; what they waited before is left out where anything came of it. */
  readonly entries: readonly number[];
}

const RANK = { failed: 0, fired: 1, waiting: 2, never: 3 } as const satisfies Record<
  LineMark['state'],
  number
>;

/** What came of each line of `file` that an event is written on, in a run whose log has these rows. */
export function marksIn(
  file: string,
  places: readonly EventPlace[],
  rows: readonly LogRow[],
): readonly LineMark[] {
  const byEvent = new Map<string, LogRow[]>(places.map(({ event }) => [event, []]));
  for (const row of rows) byEvent.get(row.event)?.push(row);
  const byLine = new Map<number, LineMark>();
  for (const { event, place } of places) {
    if (place.file !== file) continue;
    const mark = markOf(place.line, byEvent.get(event)!);
    const before = byLine.get(place.line);
    // Of several events on a line the one that failed, or at least fired, is the one to look at.
    if (before === undefined || RANK[mark.state] < RANK[before.state]) byLine.set(place.line, mark);
  }
  return [...byLine.values()];
}

function markOf(line: number, rows: readonly LogRow[]): LineMark {
  const indexes = (some: readonly LogRow[]): readonly number[] => some.map(({ index }) => index);
  const failed = rows.filter(isTrouble);
  if (failed.length > 0) return { line, state: 'failed', entries: indexes(failed) };
  const fired = rows.filter((row) => !isIdle(row));
  if (fired.length > 0) return { line, state: 'fired', entries: indexes(fired) };
  return { line, state: rows.length > 0 ? 'waiting' : 'never', entries: indexes(rows) };
}
