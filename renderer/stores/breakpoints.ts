import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId, SourceLocation } from '../../engine/model/index.ts';
import type { BreakCondition, Breakpoint, BreakpointHit, Bridge, Probe } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify, persistList } from './notices.ts';
import { eventsAt } from './plan.ts';
import { positionNow, seek } from './selection.ts';
import { ask, disposeAll } from './sync.ts';

/** A breakpoint hit of a run. */
export type Hit = BreakpointHit & { readonly run: RunId };

/** All breakpoints and their hits. */
export interface BreakpointsState {
  readonly list: readonly Breakpoint[];
  /** The current hit; cleared when its run goes on. */
  readonly hit: Hit | undefined;
  /** All hits since the window was opened. */
  readonly past: readonly Hit[];
}

export type BreakpointStore = StoreApi<BreakpointsState>;

export const createBreakpointStore = (): BreakpointStore =>
  createStore<BreakpointsState>(() => ({ list: [], hit: undefined, past: [] }));

/** Syncs the store with main until the returned function is called. */
export function syncBreakpoints(bridge: Bridge, store: BreakpointStore): () => void {
  const stops = [
    bridge.on('breakpoint.hit', ({ run, hit }) => {
      const now = { ...hit, run };
      store.setState({ hit: now, past: [...store.getState().past, now] });
    }),
    bridge.on('run.changed', ({ id, state }) => {
      if (state !== 'paused' && store.getState().hit?.run === id) store.setState({ hit: undefined });
    }),
  ];
  void ask(bridge, 'breakpoints.read', {}).then((reply) => {
    if (reply.ok) store.setState({ list: reply.value });
  });
  return disposeAll(stops);
}

const same = (one: BreakCondition, other: BreakCondition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** `list` with a breakpoint on `condition`, switched on. */
export const withBreakpoint = (
  list: readonly Breakpoint[],
  condition: BreakCondition,
): readonly Breakpoint[] => [
  ...list.filter((one) => !same(one.condition, condition)),
  { condition, enabled: true },
];

/** Whether there is a breakpoint on `condition`, switched on or not. */
export const isSet = (list: readonly Breakpoint[], condition: BreakCondition): boolean =>
  list.some((one) => same(one.condition, condition));

/** `list` with `condition` added, or removed if present. */
export const withToggled = (list: readonly Breakpoint[], condition: BreakCondition): readonly Breakpoint[] =>
  isSet(list, condition)
    ? list.filter((one) => !same(one.condition, condition))
    : withBreakpoint(list, condition);

/** `list` with `condition` switched on or off. */
export const withEnabled = (
  list: readonly Breakpoint[],
  condition: BreakCondition,
  enabled: boolean,
): readonly Breakpoint[] =>
  list.map((one) => (same(one.condition, condition) ? { condition, enabled } : one));

/**
 * `list` with a breakpoint on each of `events`, or without any of them if all have one. Events of one line are toggled
 * together.
 */
export function withToggledEvents(
  list: readonly Breakpoint[],
  events: readonly string[],
): readonly Breakpoint[] {
  const conditions = events.map((event): BreakCondition => ({ on: 'event', event }));
  return conditions.every((condition) => isSet(list, condition))
    ? list.filter((one) => !conditions.some((condition) => same(one.condition, condition)))
    : conditions.reduce(withBreakpoint, list);
}

/** Replaces all breakpoints. Returns whether main accepted them. */
export const setBreakpoints = (
  { bridge, breakpoints, notices }: Pick<AppStores, 'bridge' | 'breakpoints' | 'notices'>,
  list: readonly Breakpoint[],
): Promise<boolean> =>
  persistList(breakpoints, list, (all) => ask(bridge, 'breakpoints.set', { breakpoints: all }), notices);

/** Toggles breakpoints on the events declared on a line of a scenario. */
export function toggleLineBreakpoint(
  stores: Pick<AppStores, 'bridge' | 'breakpoints' | 'notices' | 'places'>,
  at: Pick<SourceLocation, 'file' | 'line'>,
): void {
  const events = eventsAt(stores.places.getState().places, at);
  if (events.length === 0) notify(stores.notices, 'bad', `No event is declared on line ${at.line}.`);
  else void setBreakpoints(stores, withToggledEvents(stores.breakpoints.getState().list, events));
}

/** The condition that pauses runs when the value of `probe` changes. */
export const onChangeOf = ({ expression }: Probe): BreakCondition => ({
  on: 'probe',
  expression,
  when: 'changes',
});

/** Toggles a breakpoint on changes of `probe`. */
export const toggleOnChange = (
  stores: Pick<AppStores, 'bridge' | 'breakpoints' | 'notices'>,
  probe: Probe,
): Promise<boolean> =>
  setBreakpoints(stores, withToggled(stores.breakpoints.getState().list, onChangeOf(probe)));

/** Moves the playhead to the next place where the shown run would have paused, or with a `step` of −1 the previous one. */
export async function seekBreakpoint(
  {
    bridge,
    breakpoints,
    notices,
    selection,
    log,
  }: Pick<AppStores, 'breakpoints' | 'bridge' | 'log' | 'notices' | 'selection'>,
  step: 1 | -1,
): Promise<void> {
  const { run } = selection.getState();
  if (run === undefined) return;
  const at = positionNow({ selection, log });
  const reply = await ask(bridge, 'breakpoints.find', { run, at, step });
  if (selection.getState().run !== run) return;
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
  else if (reply.value === null)
    notify(
      notices,
      'bad',
      `No breakpoint hit ${step === 1 ? 'after' : 'before'} ${at < 0 ? 'the first entry' : `#${at}`}.`,
    );
  else {
    seek(selection, reply.value.entry, log.getState().rows.length);
    breakpoints.setState({ hit: { ...reply.value, run } });
  }
}
