import {
  compareRuns,
  differencesBetween,
  IdMapping,
  type ComparedRun,
  type Store,
} from '../../engine/index.ts';
import type { AppName, Comparison, Difference, Json, RunSummary } from '../../engine/model/index.ts';

/** Two stored runs laid side by side. */
export function compareStored(store: Store, a: RunSummary, b: RunSummary): Comparison {
  const sameText = store.source(a.id)?.text === store.source(b.id)?.text;
  const sameEvents = sameText || isBranchOf(a, b) || isBranchOf(b, a);
  return compareRuns(whole(store, a), whole(store, b), a.scenario === b.scenario && sameEvents);
}

/** A recorded trace has no text of its own, but its branches have its events. */
const isBranchOf = ({ origin }: RunSummary, { id }: RunSummary): boolean => origin?.parent === id;

function whole(store: Store, { id, start, apps, entries, mode }: RunSummary): ComparedRun {
  const states = apps.map(({ name }): [string, Json] => [name, store.stateAt(id, name, -1)]);
  return {
    start,
    states: Object.fromEntries(states),
    entries: store.entries(id, 0, entries),
    recorded: mode === 'trace',
  };
}

/** A moment of a run: right after entry `at`. */
export interface Moment {
  readonly run: RunSummary;
  readonly at: number;
}

/**
 * How the states of the apps that both runs have differ at two moments, app by app.
 *
 * @param ids those of A with those of B that stand for them
 */
export function compareStates(
  store: Store,
  a: Moment,
  b: Moment,
  ids: Comparison['ids'],
): readonly { readonly app: AppName; readonly differences: readonly Difference[] }[] {
  const mapping = new IdMapping(ids);
  const same = (one: string, other: string): boolean => mapping.isSame(one, other);
  const theirs = new Set(b.run.apps.map(({ name }) => name));
  return a.run.apps
    .filter(({ name }) => theirs.has(name))
    .map(({ name }) => {
      const [one, other] = [store.stateAt(a.run.id, name, a.at), store.stateAt(b.run.id, name, b.at)];
      return { app: name, differences: differencesBetween(one, other, ids.length === 0 ? undefined : same) };
    });
}
