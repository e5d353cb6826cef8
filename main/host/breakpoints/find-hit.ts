import { setImmediate } from 'node:timers/promises';
import {
  applyChanges,
  type NotificationRules,
  notificationRulesOf,
  notificationsOf,
  type Store,
} from '../../../engine/index.ts';
import {
  type AppName,
  type Json,
  type LogEntry,
  type Notification,
  type Path,
  type RunSummary,
  valueAt,
} from '../../../engine/model/index.ts';
import type { Breakpoint, BreakpointHit, ProbeValue } from '../../../preload/contract.ts';
import { type ProbeQueries, probeValueText } from '../probes/index.ts';
import { isMet, type ProbeCondition, BreakpointMonitor, type BreakpointView } from './breakpoint-monitor.ts';

/**
 * The nearest entry at which one of `breakpoints` would have paused `run`: after entry `way.at`, or before it if `way.step` is −1.
 * Probes are evaluated in a worker process.
 */
export async function findNearestHit(
  { store, probing }: { readonly store: Store; readonly probing: Pick<ProbeQueries, 'valuesInSlice'> },
  run: RunSummary,
  breakpoints: readonly Breakpoint[],
  way: SearchDirection,
): Promise<BreakpointHit | undefined> {
  const others = breakpoints.filter(({ condition }) => condition.on !== 'probe');
  let nearest = await findHit(store, run, others, way);
  for (const { condition, enabled } of breakpoints) {
    if (condition.on !== 'probe' || !enabled) continue;
    const hit = await findProbeHit(probing, run, condition, way);
    if (hit === undefined) continue;
    if (nearest === undefined || (hit.entry - nearest.entry) * way.step < 0) nearest = hit;
  }
  return nearest;
}

/** Where to search: forward from entry `at`, or backward with a `step` of −1. */
export interface SearchDirection {
  readonly at: number;
  readonly step: 1 | -1;
}

/** The number of entries checked without a pause: a few milliseconds of work, so that the window stays responsive. */
const ENTRIES_PER_SLICE = 1000; // entries

/** The nearest hit of breakpoints that need only the log; `undefined` if there is none. */
export async function findHit(
  store: Store,
  run: RunSummary,
  breakpoints: readonly Breakpoint[],
  { at, step }: SearchDirection,
): Promise<BreakpointHit | undefined> {
  const enabled = breakpoints.filter((one) => one.enabled);
  if (enabled.length === 0) return undefined;
  let from = step === 1 ? at + 1 : Math.max(0, at - ENTRIES_PER_SLICE);
  let to = step === 1 ? Math.min(from + ENTRIES_PER_SLICE, run.entries) : at;
  while (from < to) {
    const hits = hitsIn(store, run, enabled, from, to);
    const hit = step === 1 ? hits[0] : hits.at(-1);
    if (hit !== undefined) return hit;
    await setImmediate();
    if (step === 1) [from, to] = [to, Math.min(to + ENTRIES_PER_SLICE, run.entries)];
    else [from, to] = [Math.max(0, from - ENTRIES_PER_SLICE), from];
  }
  return undefined;
}

/** The hits among the entries from `from` up to but excluding `to`. */
function hitsIn(
  store: Store,
  run: RunSummary,
  breakpoints: readonly Breakpoint[],
  from: number,
  to: number,
): readonly BreakpointHit[] {
  const watched = breakpoints.flatMap(({ condition }) => (condition.on === 'state' ? [condition.app] : []));
  const view = new RecordedView(store, run, watched, from - 1);
  const tripwires = new BreakpointMonitor(view);
  tripwires.set(breakpoints);
  return entriesOf(store, run, from, to - from, watched.length > 0).flatMap((entry) => {
    view.take(entry);
    return tripwires.check(entry) ?? [];
  });
}

/** Reads the entries' state changes only if `changes` is set: they are large. */
function entriesOf(
  store: Store,
  { id }: RunSummary,
  from: number,
  count: number,
  changes: boolean,
): readonly LogEntry[] {
  if (changes) return store.entries(id, from, count);
  return store.heads(id, from, count).map((head) => ({ ...head, changes: [] }));
}

/**
 * The state that breakpoints check, reconstructed entry by entry from a stored run: the states of some apps, and the agent's
 * notifications.
 */
class RecordedView implements BreakpointView {
  readonly #rules: NotificationRules;
  readonly #states: Map<AppName, Json>;
  readonly names: readonly string[];
  /** The agent's notifications since entry `at`, read or not: only additions matter. */
  readonly unread: Notification[] = [];

  /** Starts with the state right after entry `at`. */
  constructor(store: Store, run: RunSummary, watched: readonly string[], at: number) {
    this.names = run.apps.map(({ name }) => name);
    const known = run.apps.filter(({ name }) => watched.includes(name));
    this.#states = new Map(known.map(({ name }) => [name, store.stateAt(run.id, name, at)]));
    this.#rules = notificationRulesOf(run);
  }

  valueAt(app: string, path: Path): Json | undefined {
    return valueAt(this.#states.get(app as AppName), path);
  }

  get unreadCount(): number {
    return this.unread.length;
  }

  /** Applies `entry` to the state. */
  take(entry: LogEntry): void {
    applyChanges(this.#states, entry.changes);
    for (const news of notificationsOf(entry, this.#rules)) this.unread.push(news);
  }
}

/** The number of entries before the playhead that are searched first. If none is a hit, all entries are searched. */
const NEAR_ENTRIES = 1000;

/** The nearest hit of a probe in `run` after entry `at`, or before it with a `step` of −1. */
async function findProbeHit(
  probing: Pick<ProbeQueries, 'valuesInSlice'>,
  run: RunSummary,
  condition: ProbeCondition,
  { at, step }: SearchDirection,
): Promise<BreakpointHit | undefined> {
  const hits = (from: number, to: number): AsyncGenerator<BreakpointHit> =>
    probeHitsIn(probing, run, condition, from, to);
  if (step === 1) {
    for await (const hit of hits(at + 1, run.entries)) return hit;
    return undefined;
  }
  let last: BreakpointHit | undefined;
  for (const from of new Set([Math.max(0, at - NEAR_ENTRIES), 0])) {
    for await (const hit of hits(from, at)) last = hit;
    if (last !== undefined) break;
  }
  return last;
}

/** The hits among the entries from `from` up to but excluding `to`, in order. */
async function* probeHitsIn(
  probing: Pick<ProbeQueries, 'valuesInSlice'>,
  { id }: RunSummary,
  condition: ProbeCondition,
  from: number,
  to: number,
): AsyncGenerator<BreakpointHit> {
  const { expression } = condition;
  let next = from;
  while (next < to) {
    const stretch = await probing.valuesInSlice({ run: id, expression, from: next });
    const values = JSON.parse(stretch.values) as readonly ProbeValue[];
    for (const [index, value] of values.entries()) {
      const entry = stretch.entries[index]!;
      if (entry < to && isMet(condition, value)) yield { condition, entry, found: probeValueText(value) };
    }
    // No progress: an active run may not have grown.
    if (stretch.next <= next) return;
    next = stretch.next;
  }
}
