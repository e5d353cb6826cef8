import { createStore, type StoreApi } from 'zustand/vanilla';

/** The moment everything in the window shows: right after entry `at`; −1 is before the first. */
export interface PlayheadState {
  readonly at: number;
  /** Stays on the last entry as entries come in. */
  readonly following: boolean;
  readonly playing: boolean;
  /** Entries a second while playing. */
  readonly speed: number;
}

export type Playhead = StoreApi<PlayheadState>;

export const SPEEDS = [1, 4, 15, 60] as const;

export const playhead = (): Playhead =>
  createStore<PlayheadState>(() => ({ at: -1, following: true, playing: false, speed: 4 }));

/** Where the playhead stands in a log of `count` entries. */
export const positionIn = (
  { at, following }: Pick<PlayheadState, 'at' | 'following'>,
  count: number,
): number => (following ? count - 1 : Math.min(at, count - 1));

/** Puts the playhead on an entry, or as near as a log of `count` entries allows. On the last one it follows. */
export function seek(store: Playhead, at: number, count: number): void {
  const to = Math.max(-1, Math.min(at, count - 1));
  store.setState({ at: to, following: to === count - 1 });
}

/** Plays one entry further; stops at the end. */
export function playOn(store: Playhead, count: number): void {
  const next = positionIn(store.getState(), count) + 1;
  seek(store, next, count);
  if (next >= count - 1) store.setState({ playing: false });
}

/** Plays from here, or from the start when at the end already; pauses when playing. */
export function togglePlay(store: Playhead, count: number): void {
  const { playing } = store.getState();
  if (!playing && positionIn(store.getState(), count) === count - 1) seek(store, -1, count);
  store.setState({ playing: !playing && count > 0 });
}
