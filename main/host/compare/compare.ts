import { Worker } from 'node:worker_threads';
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
import { ProblemError } from '../system/index.ts';

/** The runs that are compared, and the database that a thread may open to read them. */
interface StoredRuns {
  readonly store: Store;
  readonly file: string;
}

/** What the window asks of two runs. It remembers the ids of the pair it compared last. */
export class Comparisons {
  readonly #kept: StoredRuns;
  #last: { readonly pair: string; readonly ids: Promise<Comparison['ids']> } | undefined;

  constructor(kept: StoredRuns) {
    this.#kept = kept;
  }

  /** @throws {ProblemError} when they cannot be read. */
  async compare(a: RunSummary, b: RunSummary): Promise<Comparison> {
    const { ids, ...comparison } = await compareBeside({ file: this.#kept.file, a, b });
    this.#last = { pair: pairOf(a, b), ids: Promise.resolve(ids) };
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
    const pair = pairOf(a, b);
    if (this.#last?.pair === pair) return this.#last.ids;
    const ids = compareBeside({ file: this.#kept.file, a, b }).then((comparison) => comparison.ids);
    this.#last = { pair, ids };
    ids.catch(() => {
      if (this.#last?.ids === ids) this.#last = undefined;
    });
    return ids;
  }
}

/** Another where one of them has grown. */
const pairOf = (a: RunSummary, b: RunSummary): string => `${a.id} ${a.entries} ${b.id} ${b.entries}`;

export interface CompareRequest {
  /** The database, which may be written. */
  readonly file: string;
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** Only where they part is wanted: no rows, no ids. */
  readonly brief?: boolean;
}

export type CompareAnswer = { readonly comparison: Comparison } | { readonly error: string };

/** compare-worker as it was built. */
const WORKER = new URL('compare-worker.js', import.meta.url);

/** Lays two runs side by side in a thread of its own: long logs must not hold the window up. */
export function compareBeside(request: CompareRequest): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: request });
    worker.once('message', (answer: CompareAnswer) => {
      if ('comparison' in answer) resolve(answer.comparison);
      else
        reject(new ProblemError('not-compared', `runs ${request.a.id} and ${request.b.id}: ${answer.error}`));
    });
    worker.once('error', reject);
  });
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
