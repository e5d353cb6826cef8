import {
  type ComparedRun,
  compareRuns,
  differencesBetween,
  IdMapping,
  matchingApps,
  type Store,
  withAppNames,
} from '../../../engine/index.ts';
import {
  type AppName,
  type Comparison,
  type Difference,
  type Json,
  type LogEntry,
  type RunId,
  type RunSummary,
} from '../../../engine/model/index.ts';

/** Compares two runs of `store`. Logs in `logs` are already in memory and are not read. */
export function compareStored(
  store: Store,
  a: RunSummary,
  b: RunSummary,
  logs: ReadonlyMap<RunId, readonly LogEntry[]> = new Map(),
): Comparison {
  const sameText = store.source(a.id)?.text === store.source(b.id)?.text;
  const sameEvents = sameText || isBranchOf(a, b) || isBranchOf(b, a);
  const names = matchingApps(a.apps, b.apps);
  const [one, other] = [comparedRun(store, a), comparedRun(store, b, names)];
  const logOf = ({ id }: RunSummary): Pick<ComparedRun, 'entries'> | undefined => {
    const entries = names.size === 0 ? logs.get(id) : undefined;
    return entries && { entries };
  };
  return compareRuns(
    { ...one, ...logOf(a) },
    { ...other, ...logOf(b) },
    a.scenario === b.scenario && sameEvents,
  );
}

/** Whether one run is a branch of the other. A recorded trace has no scenario text, but its branches have the same events. */
const isBranchOf = ({ origin }: RunSummary, { id }: RunSummary): boolean => origin?.parent === id;

/** A run in the form of a comparison, with its apps renamed by `names`. */
function comparedRun(
  store: Store,
  { id, start, apps, entries, mode }: RunSummary,
  names: ReadonlyMap<AppName, AppName> = SAME_NAMES,
): ComparedRun {
  const states = apps.map(({ name }): [string, Json] => [
    names.get(name) ?? name,
    store.stateAt(id, name, -1),
  ]);
  return {
    start,
    states: Object.fromEntries(states),
    entries: new StoredEntries(store, id, entries, names),
    recorded: mode === 'trace',
  };
}

const SAME_NAMES: ReadonlyMap<AppName, AppName> = new Map();

const SLICE = 1_000;
const MAX_SLICES = 8;

/** The entries of a stored run, of which some thousand are kept in memory. */
class StoredEntries {
  readonly length: number;
  readonly #store: Store;
  readonly #run: RunId;
  readonly #names: ReadonlyMap<AppName, AppName>;
  /** The slices in memory, by number, the least recently used first. */
  readonly #slices = new Map<number, readonly LogEntry[]>();
  #number = -1;
  #slice: readonly LogEntry[] = [];

  constructor(store: Store, run: RunId, length: number, names: ReadonlyMap<AppName, AppName>) {
    this.#names = names;
    this.#store = store;
    this.#run = run;
    this.length = length;
  }

  at(position: number): LogEntry | undefined {
    const number = Math.floor(position / SLICE);
    if (number !== this.#number) this.#turnTo(number);
    return this.#slice[position - number * SLICE];
  }

  #turnTo(number: number): void {
    const slice = this.#slices.get(number) ?? this.#read(number * SLICE);
    this.#slices.delete(number);
    this.#slices.set(number, slice);
    if (this.#slices.size > MAX_SLICES) this.#slices.delete(this.#slices.keys().next().value!);
    [this.#number, this.#slice] = [number, slice];
  }

  #read(from: number): readonly LogEntry[] {
    const entries = this.#store.entries(this.#run, from, SLICE);
    return this.#names.size === 0 ? entries : entries.map((entry) => withAppNames(entry, this.#names));
  }
}

/** A position in a run: right after entry `at`. */
export interface RunPosition {
  readonly run: RunSummary;
  readonly at: number;
}

/**
 * The differences between the states of the apps that both runs have, by app.
 * @param ids ids of A and the equivalent ids of B
 */
export function compareStates(
  store: Store,
  a: RunPosition,
  b: RunPosition,
  ids: Comparison['ids'],
): readonly { readonly app: AppName; readonly differences: readonly Difference[] }[] {
  const mapping = new IdMapping(ids);
  const same = (one: string, other: string): boolean => mapping.isSame(one, other);
  const names = matchingApps(a.run.apps, b.run.apps);
  const theirs = new Map(b.run.apps.map(({ name }) => [names.get(name) ?? name, name]));
  return a.run.apps
    .filter(({ name }) => theirs.has(name))
    .map(({ name }) => {
      const [one, other] = [
        store.stateAt(a.run.id, name, a.at),
        store.stateAt(b.run.id, theirs.get(name)!, b.at),
      ];
      return { app: name, differences: differencesBetween(one, other, ids.length === 0 ? undefined : same) };
    });
}
