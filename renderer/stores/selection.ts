import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type { AppStores } from './app-stores.ts';

/** Entries by index, from the first to the last of them, both in it. */
export interface EntryRange {
  readonly from: number;
  readonly to: number;
}

/** What everything in the window shows: a run, right after its entry `at`; −1 is before the first. */
export interface SelectionState {
  readonly run: RunId | undefined;
  readonly at: number;
  /** Stays on the last entry as entries come in. */
  readonly following: boolean;
  /** The event the person picked, until another entry is selected. */
  readonly event: string | undefined;
  readonly playing: boolean;
  /** Entries a second while playing. */
  readonly speed: number;
  /** What the person picked out of the log. */
  readonly range: EntryRange | undefined;
  /** Whether playing goes round in the range. */
  readonly looping: boolean;
}

export type SelectionStore = StoreApi<SelectionState>;

export const SPEEDS = [1, 4, 15, 60, 250, 1000] as const;
export const FASTEST = 1000; // entries a second

export const createSelectionStore = (): SelectionStore =>
  createStore<SelectionState>(() => ({
    run: undefined,
    at: -1,
    following: true,
    event: undefined,
    playing: false,
    speed: 4,
    range: undefined,
    looping: false,
  }));

/** Where the playhead stands in a log of `count` entries. */
export const positionIn = (
  { at, following }: Pick<SelectionState, 'at' | 'following'>,
  count: number,
): number => (following ? count - 1 : Math.min(at, count - 1));

/** Where the playhead stands now. What is on show may be a few milliseconds behind. */
export const positionNow = ({ selection, log }: Pick<AppStores, 'selection' | 'log'>): number =>
  positionIn(selection.getState(), log.getState().rows.length);

/** Selects a run, at its end; what was selected in another is let go of. */
export function selectRun(store: SelectionStore, run: RunId | undefined): void {
  if (run === store.getState().run) return;
  const nothing = { event: undefined, playing: false, range: undefined, looping: false };
  store.setState({ run, at: -1, following: true, ...nothing });
}

/** Puts the playhead on an entry, or as near as a log of `count` entries allows. On the last one it follows. */
export function seek(store: SelectionStore, at: number, count: number): void {
  const to = Math.max(-1, Math.min(at, count - 1));
  moveTo(store, to, to === count - 1);
}

/** Puts the playhead on entry `at` of a log that is still to come. */
export function restorePosition(store: SelectionStore, at: number): void {
  moveTo(store, at, false);
}

/** An event that was picked stays so until the playhead moves. */
function moveTo(store: SelectionStore, at: number, following: boolean): void {
  store.setState((before) => ({ at, following, ...(at !== before.at && { event: undefined }) }));
}

/** Keeps the playhead on the last entry as entries come in. */
export function followEnd(store: SelectionStore): void {
  store.setState({ following: true });
}

export function pausePlayback(store: SelectionStore): void {
  store.setState({ playing: false });
}

/** How many entries a second playing goes. */
export function setSpeed(store: SelectionStore, speed: number): void {
  store.setState({ speed });
}

export function toggleLooping(store: SelectionStore): void {
  store.setState(({ looping }) => ({ looping: !looping }));
}

/** Plays `steps` entries further; round in a range that loops, else up to the end. */
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

/** Plays from here; from the start of what there is to play when at its end already or outside; pauses when playing. */
export function togglePlay(store: SelectionStore, count: number): void {
  const { playing, range, looping } = store.getState();
  const at = positionIn(store.getState(), count);
  if (!playing && looping && range !== undefined) {
    if (at < range.from || at > range.to) seek(store, range.from, count);
  } else if (!playing && at === count - 1) seek(store, -1, count);
  store.setState({ playing: !playing && count > 0 });
}

/** Picks the entries from one to another, whichever comes first. */
export function selectRange(store: SelectionStore, one: number, other: number): void {
  const [from, to] = [Math.max(0, Math.min(one, other)), Math.max(0, one, other)];
  store.setState({ range: { from, to } });
}

/** Begins the range at entry `at`, or ends it there; the other end stays unless it would come before. */
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

/** The event that keys and menus act on: the one picked, else that of the entry at the playhead. */
export function selectedEvent({ selection, log }: Pick<AppStores, 'selection' | 'log'>): string | undefined {
  return selection.getState().event ?? log.getState().rows[positionNow({ selection, log })]?.event;
}

/** Picks an event, and puts the playhead on `entry` where it has one. */
export function selectEvent(
  { selection, log }: Pick<AppStores, 'selection' | 'log'>,
  event: string,
  entry?: number,
): void {
  if (entry !== undefined) seek(selection, entry, log.getState().rows.length);
  selection.setState({ event });
}
