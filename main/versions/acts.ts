import { headsOf, type Store } from '../../engine/index.ts';
import {
  type Action,
  type Actor,
  type RunSummary,
  manualStateChangeOf,
  type SimTime,
} from '../../engine/model/index.ts';

/** What somebody did by hand in a run. */
export interface Act {
  /** The entry that tells of it, by index. */
  readonly entry: number;
  readonly time: SimTime;
  readonly actor: Actor;
  readonly action: Action;
}

/** What was called by hand in `run`, in order. */
export function actsOf(store: Store, { id }: RunSummary): readonly Act[] {
  const acts: Act[] = [];
  for (const entry of headsOf(store, id)) {
    if (!('direct' in entry) || entry.refused === true || manualStateChangeOf(entry) !== undefined) continue;
    const { app, tool, args } = entry.action;
    acts.push({ entry: entry.index, time: entry.due, actor: entry.kind, action: { app, tool, args } });
  }
  return acts;
}
