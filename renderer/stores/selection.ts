import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import { USUAL_SPEED } from '../ui/format/replay-speeds.ts';
import type { AppStores } from './app-stores.ts';

/** A range of entries by index, both ends included. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

/** The run and position that every view shows. The position is right after entry `at`; −1 is before the first. */
export interface SelectionState {
  readonly run: RunId | undefined;
  readonly at: number;
  /** Whether the playhead stays on the last entry while entries arrive. */
  readonly following: boolean;
  /** The picked event; cleared when the playhead moves to another entry. */
  readonly event: string | undefined;
  readonly playing: boolean;
  /** Playback speed in entries per second. */
  readonly speed: number;
  /** The selected range of the log. */
  readonly range: EntryRange | undefined;
  /** Whether playback loops within the range. */
  readonly looping: boolean;
  /** The judge's configuration whose verdict on the run is shown, by its hash; `undefined` for the run's own verdict. */
  readonly configuration: string | undefined;
}

export type SelectionStore = StoreApi<SelectionState>;

export const createSelectionStore = (): SelectionStore =>
  createStore<SelectionState>(() => ({
    run: undefined,
    at: -1,
    following: true,
    event: undefined,
    playing: false,
    speed: USUAL_SPEED,
    range: undefined,
    looping: false,
    configuration: undefined,
  }));

/** Playhead position in a log of `count` entries. */
export const positionIn = (
  { at, following }: Pick<SelectionState, 'at' | 'following'>,
  count: number,
): number => (following ? count - 1 : Math.min(at, count - 1));

/** Current playhead position. The views may be a few milliseconds behind. */
export const positionNow = ({ selection, log }: Pick<AppStores, 'selection' | 'log'>): number =>
  positionIn(selection.getState(), log.getState().rows.length);

/** Shows the verdict on the run under another configuration of the judge, or its own. */
export function showJudgement(store: SelectionStore, configuration: string | undefined): void {
  store.setState({ configuration });
}

/** Selects a run, at its end, and clears the picked event and the range. */
export function selectRun(store: SelectionStore, run: RunId | undefined): void {
  if (run === store.getState().run) return;
  const nothing = {
    event: undefined,
    playing: false,
    range: undefined,
    looping: false,
    configuration: undefined,
  };
  store.setState({ run, at: -1, following: true, ...nothing });
}

/** Shows another run in place of a similar one, at entry `at`, or following its end. The picked event stays. */
export function replaceRun(store: SelectionStore, run: RunId, at: number | undefined): void {
  store.setState({
    run,
    at: at ?? -1,
    following: at === undefined,
    playing: false,
    range: undefined,
    looping: false,
    configuration: undefined,
  });
}

/** Moves the playhead to an entry, limited to a log of `count` entries. On the last one it starts following. */
export function seek(store: SelectionStore, at: number, count: number): void {
  const to = Math.max(-1, Math.min(at, count - 1));
  moveTo(store, to, to === count - 1);
}

/** Moves the playhead to entry `at` of a log that is not loaded yet. */
export function restorePosition(store: SelectionStore, at: number): void {
  moveTo(store, at, false);
}

/** Keeps the picked event unless the playhead moves. */
function moveTo(store: SelectionStore, at: number, following: boolean): void {
  store.setState((before) => ({ at, following, ...(at !== before.at && { event: undefined }) }));
}

/** Makes the playhead follow the last entry. */
export function followEnd(store: SelectionStore): void {
  store.setState({ following: true });
}

export function pausePlayback(store: SelectionStore): void {
  store.setState({ playing: false });
}

/** Sets the playback speed in entries per second. */
export function setSpeed(store: SelectionStore, speed: number): void {
  store.setState({ speed });
}

export function toggleLooping(store: SelectionStore): void {
  store.setState(({ looping }) => ({ looping: !looping }));
}

/** Moves playback on by `steps` entries, looping within a range if set, else pausing at the end. */
export function advance(store: SelectionStore, count: number, steps = 1): void {
  const { range, looping } = store.getState();
  const next = positionIn(store.getState(), count) + steps;
  if (looping && range !== undefined) {
    const length = range.to - range.from + 1;
    seek(store, range.from + (Math.max(0, next - range.from) % length), count);
    return;
  }
  seek(store, next, count);
  if (next >= count - 1) store.setState({ playing: false });
}

/** Starts or pauses playback. At the end, or outside a looping range, playback restarts from the beginning. */
export function togglePlay(store: SelectionStore, count: number): void {
  const { playing, range, looping } = store.getState();
  const at = positionIn(store.getState(), count);
  if (!playing && looping && range !== undefined) {
    if (at < range.from || at > range.to) seek(store, range.from, count);
  } else if (!playing && at === count - 1) seek(store, -1, count);
  store.setState({ playing: !playing && count > 0 });
}

/** Selects the range between two entries, given in any order. */
export function selectRange(store: SelectionStore, one: number, other: number): void {
  const [from, to] = [Math.max(0, Math.min(one, other)), Math.max(0, one, other)];
  store.setState({ range: { from, to } });
}

/** Sets the start or end of the range to entry `at`. The other end moves only if it would be on the wrong side. */
export function setRangeEnd(store: SelectionStore, end: 'from' | 'to', at: number, count: number): void {
  if (count === 0) return;
  const { from, to } = store.getState().range ?? { from: 0, to: count - 1 };
  const place = Math.max(0, Math.min(at, count - 1));
  const range =
    end === 'from' ? { from: place, to: Math.max(place, to) } : { from: Math.min(from, place), to: place };
  store.setState({ range, looping: true });
}

export function clearRange(store: SelectionStore): void {
  store.setState({ range: undefined, looping: false });
}

/** The event that keys and menus act on: the picked one, else the one of the entry at the playhead. */
export function selectedEvent({ selection, log }: Pick<AppStores, 'selection' | 'log'>): string | undefined {
  return selection.getState().event ?? log.getState().rows[positionNow({ selection, log })]?.event;
}

/** Picks an event, and moves the playhead to `entry` if given. */
export function selectEvent(
  { selection, log }: Pick<AppStores, 'selection' | 'log'>,
  event: string,
  entry?: number,
): void {
  if (entry !== undefined) seek(selection, entry, log.getState().rows.length);
  selection.setState({ event });
}
