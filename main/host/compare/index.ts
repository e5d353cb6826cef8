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
  isActiveState,
  type AppName,
  type AttemptTable,
  type ComparedAttempts,
  type Comparison,
  type Difference,
  type Divergence,
  type Json,
  type LogEntry,
  type MarkedSteps,
  type PackedComparison,
  type RunId,
  type RunSummary,
} from '../../../engine/model/index.ts';
import { packComparison, unpackComparison } from '../../../engine/model/index.ts';
import { openForReading } from '../database/index.ts';
import {
  StepTextComparer,
  compareAttemptsBeside,
  type StepOfRun,
  tabulateAttemptsBeside,
} from './attempts.ts';
import { askCompareWorker } from './ask-worker.ts';

export { compareAttemptsBeside, comparedBy, stepTexts, tabulateAttemptsBeside } from './attempts.ts';

/** A store of runs, and its database file, which worker processes may open. */
interface StoredRuns {
  readonly store: Store;
  readonly file: string;
}

/** The comparisons of a window. The equivalent ids of the last pair are cached. */
export class Comparisons {
  readonly #runs: StoredRuns;
  #last: ComparedPair | undefined;
  #cancelling = new AbortController();
  #texts: StepTextComparer | undefined;

  constructor(runs: StoredRuns) {
    this.#runs = runs;
  }

  /** Compares two runs. @throws {ProblemError} when the runs cannot be read, or the comparison is cancelled. */
  async compare(a: RunSummary, b: RunSummary): Promise<PackedComparison> {
    const { ids, ...comparison } = await comparePacked(
      { file: this.#runs.file, a, b },
      this.#cancelling.signal,
    );
    this.#last = { a, b, ids: Promise.resolve(ids) };
    return { ...comparison, ids: [] };
  }

  /** Compares two attempts by their steps. @throws {ProblemError} as {@link compare}. */
  attempts(a: RunSummary, b: RunSummary): Promise<ComparedAttempts> {
    return compareAttemptsBeside(this.#runs.file, a, b, this.#cancelling.signal);
  }

  /** A table of the steps of several attempts. @throws {ProblemError} as {@link compare}. */
  table(runs: readonly RunSummary[]): Promise<AttemptTable> {
    return tabulateAttemptsBeside(this.#runs.file, runs, this.#cancelling.signal);
  }

  /** The texts of two corresponding steps, with the words that differ. */
  texts(a: StepOfRun | undefined, b: StepOfRun | undefined): MarkedSteps {
    this.#texts ??= new StepTextComparer(this.#runs.store);
    return this.#texts.compare(a, b);
  }

  /** Cancels the running comparisons. */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** The point at which two runs diverge. @throws {ProblemError} when they cannot be read. */
  async parting(a: RunSummary, b: RunSummary): Promise<Divergence | undefined> {
    return (await comparePacked({ file: this.#runs.file, a, b, brief: true })).divergence;
  }

  /**
   * The differences between two states. Equivalent ids count as equal.
   * @throws {ProblemError} when the runs cannot be read.
   */
  async states(a: RunPosition, b: RunPosition): Promise<ReturnType<typeof compareStates>> {
    return compareStates(this.#runs.store, a, b, await this.#idsOf(a.run, b.run));
  }

  /** The equivalent ids of two runs. Cached, so that comparing their states at many entries compares the runs only once. */
  #idsOf(a: RunSummary, b: RunSummary): Promise<Comparison['ids']> {
    if (this.#last !== undefined && isRecent(this.#last, a, b)) return this.#last.ids;
    const ids = comparePacked({ file: this.#runs.file, a, b }).then((comparison) => comparison.ids);
    this.#last = { a, b, ids };
    ids.catch(() => {
      if (this.#last?.ids === ids) this.#last = undefined;
    });
    return ids;
  }
}

/** Two compared runs, as they were at that time, and their equivalent ids. */
interface ComparedPair {
  readonly a: RunSummary;
  readonly b: RunSummary;
  readonly ids: Promise<Comparison['ids']>;
}

/** The growth factor at which active runs are compared again, because each comparison reads both logs. */
const GROWTH_FACTOR = 1.5;

/** Whether `last` compared the same two runs and these have not grown, or only little if they are active. */
export function isRecent(last: Pick<ComparedPair, 'a' | 'b'>, a: RunSummary, b: RunSummary): boolean {
  const isKnown = (before: RunSummary, now: RunSummary): boolean => {
    if (before.id !== now.id) return false;
    return isActiveState(now.state)
      ? now.entries < GROWTH_FACTOR * Math.max(1, before.entries)
      : now.entries === before.entries;
  };
  return isKnown(last.a, a) && isKnown(last.b, b);
}

interface CompareRequest {
  /** The database file. */
  readonly file: string;
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** Whether to return only the first divergence, without rows and ids. */
  readonly brief?: boolean;
}

/**
 * Compares two runs in a worker process, because long logs would block the window.
 * @throws {ProblemError} when the runs cannot be read, or `cancel` is aborted.
 */
export const compareBeside = async (request: CompareRequest, cancel?: AbortSignal): Promise<Comparison> =>
  unpackComparison(await comparePacked(request, cancel));

const comparePacked = (request: CompareRequest, cancel?: AbortSignal): Promise<PackedComparison> =>
  askCompareWorker('compare', request, [request.a, request.b], cancel);

/** The worker process's side of {@link compareBeside}. */
export function compareJob({ file, a, b, brief = false }: CompareRequest): PackedComparison {
  using database = openForReading(file);
  const comparison = compareStored(database.store, a, b);
  return packComparison(brief ? { ...comparison, rows: [], ids: [] } : comparison);
}

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
