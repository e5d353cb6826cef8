import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../engine/index.ts';
import type { LogEntry, RunSummary } from '../../engine/model/index.ts';
import type { Breakpoint, BreakpointHit } from '../../preload/contract.ts';
import { RecordedView } from './recorded-view.ts';
import { Tripwires } from './tripwires.ts';

/** Where to look: from entry `at` on, or, with a `step` of −1, back from there. */
export interface Way {
  readonly at: number;
  readonly step: 1 | -1;
}

/** So many are looked at in a stretch: a few milliseconds' work, for the window must always answer. */
const STRETCH = 1000; // entries

/** Where `run` would have paused for what its log alone tells. `undefined` where nowhere. */
export async function findHit(
  store: Store,
  run: RunSummary,
  breakpoints: readonly Breakpoint[],
  { at, step }: Way,
): Promise<BreakpointHit | undefined> {
  const enabled = breakpoints.filter((one) => one.enabled);
  if (enabled.length === 0) return undefined;
  let from = step === 1 ? at + 1 : Math.max(0, at - STRETCH);
  let to = step === 1 ? Math.min(from + STRETCH, run.entries) : at;
  while (from < to) {
    const hits = hitsIn(store, run, enabled, from, to);
    const hit = step === 1 ? hits[0] : hits.at(-1);
    if (hit !== undefined) return hit;
    await setImmediate();
    if (step === 1) [from, to] = [to, Math.min(to + STRETCH, run.entries)];
    else [from, to] = [Math.max(0, from - STRETCH), from];
  }
  return undefined;
}

/** The hits among the entries from `from` on that lie before `to`. */
function hitsIn(
  store: Store,
  run: RunSummary,
  breakpoints: readonly Breakpoint[],
  from: number,
  to: number,
): readonly BreakpointHit[] {
  const watched = breakpoints.flatMap(({ condition }) => (condition.on === 'state' ? [condition.app] : []));
  const view = new RecordedView(store, run, watched, from - 1);
  const tripwires = new Tripwires(view);
  tripwires.arm(breakpoints);
  return entriesOf(store, run, from, to - from, watched.length > 0).flatMap((entry) => {
    view.take(entry);
    return tripwires.look(entry) ?? [];
  });
}

/** With what they changed only where that is asked for: there is much of it. */
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
