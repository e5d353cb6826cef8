import {
  type ComparedRun,
  compareRuns,
  differencesBetween,
  IdMapping,
  type Store,
} from '../../../engine/index.ts';
import type {
  AppName,
  Comparison,
  Difference,
  Divergence,
  Json,
  RunSummary,
} from '../../../engine/model/index.ts';
import { openDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';

/** The runs that are compared, and the database that a worker process may open to read them. */
interface StoredRuns {
  readonly store: Store;
  readonly file: string;
}

/** What the window asks of two runs. It remembers the ids of the pair it compared last. */
export class Comparisons {
  readonly #kept: StoredRuns;
  #last: ComparedPair | undefined;

  constructor(kept: StoredRuns) {
    this.#kept = kept;
  }

  /** @throws {ProblemError} when they cannot be read. */
  async compare(a: RunSummary, b: RunSummary): Promise<Comparison> {
    const { ids, ...comparison } = await compareBeside({ file: this.#kept.file, a, b });
    this.#last = { a, b, ids: Promise.resolve(ids) };
    return { ...comparison, ids: [] };
  }

  /** Where they part. @throws {ProblemError} when they cannot be read. */
  async parting(a: RunSummary, b: RunSummary): Promise<Divergence | undefined> {
    return (await compareBeside({ file: this.#kept.file, a, b, brief: true })).divergence;
  }

  /** How the states differ; ids that stand for one another are equal. @throws {ProblemError} when they cannot be read. */
  async states(a: Moment, b: Moment): Promise<ReturnType<typeof compareStates>> {
    return compareStates(this.#kept.store, a, b, await this.#idsOf(a.run, b.run));
  }

  /** Remembered, so that a pair whose states are asked for entry by entry is compared once. */
  #idsOf(a: RunSummary, b: RunSummary): Promise<Comparison['ids']> {
    if (this.#last !== undefined && isRecent(this.#last, a, b)) return this.#last.ids;
    const ids = compareBeside({ file: this.#kept.file, a, b }).then((comparison) => comparison.ids);
    this.#last = { a, b, ids };
    ids.catch(() => {
      if (this.#last?.ids === ids) this.#last = undefined;
    });
    return ids;
  }
}

/** Two runs as they were when they were compared, and the ids that stand for one another in them. */
interface ComparedPair {
  readonly a: RunSummary;
  readonly b: RunSummary;
  readonly ids: Promise<Comparison['ids']>;
}

/** Runs that go on are compared again when they have grown by so much: each time all of both is read. */
const GROWN = 1.5;

/** Whether `last` is of the same two runs, which have ended as they were then, or have hardly grown. */
export function isRecent(last: Pick<ComparedPair, 'a' | 'b'>, a: RunSummary, b: RunSummary): boolean {
  const isKnown = (before: RunSummary, now: RunSummary): boolean => {
    if (before.id !== now.id) return false;
    const goesOn = now.state === 'running' || now.state === 'paused';
    return goesOn ? now.entries < GROWN * Math.max(1, before.entries) : now.entries === before.entries;
  };
  return isKnown(last.a, a) && isKnown(last.b, b);
}

interface CompareRequest {
  /** The database, which may be written. */
  readonly file: string;
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** Only where they part is wanted: no rows, no ids. */
  readonly brief?: boolean;
}

const MOST_MEMORY = 4_096; // MB

/**
 * Lays two runs side by side in a worker process: long logs must not hold the window up.
 *
 * @throws {ProblemError} when they cannot be read, or `cancel` calls it off.
 */
export async function compareBeside(request: CompareRequest, cancel?: AbortSignal): Promise<Comparison> {
  const { a, b } = request;
  using worker = new WorkerProcess<CompareRequest, Comparison>('compare', { memory: MOST_MEMORY });
  try {
    return await worker.ask(request, { cancel });
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    throw new ProblemError(
      'not-compared',
      `Runs ${a.id} and ${b.id} were not compared: ${REASONS[thrown.why]}`,
    );
  }
}

const REASONS = {
  memory: `that takes more than ${MOST_MEMORY.toLocaleString('en-US')} MB of memory.`,
  time: 'that takes too long.',
  cancelled: 'the comparison was cancelled.',
  ended: 'the worker process ended. Try again.',
};

/** What a worker process does for {@link compareBeside}. */
export function compareJob({ file, a, b, brief = false }: CompareRequest): Comparison {
  using database = openDatabase(file);
  const comparison = compareStored(database.store, a, b);
  return brief ? { ...comparison, rows: [], ids: [] } : comparison;
}

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
function compareStates(
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
