import { setImmediate } from 'node:timers/promises';
import { OrreryError, type EntrySearch, type Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/index.ts';

/** The number of entries indexed between two pauses while a search waits. */
const ENTRIES_PER_BATCH = 500;

/** The log indexes of the entries of `run` from `from` on that match `search`. Indexes the rest of the log first. */
export async function findEntries(
  store: Store,
  run: RunId,
  search: EntrySearch,
  from: number,
): Promise<readonly number[]> {
  while (store.indexForSearch(run, ENTRIES_PER_BATCH)) await setImmediate();
  return store.search(run, search, from);
}

/** The number of entries indexed between two pauses in the background. */
export const ENTRIES_PER_SLICE = 100;
const PAUSE_MILLISECONDS = 8;

/** Indexes the displayed log in the background, so that the first search need not wait. */
export class SearchIndexer implements Disposable {
  readonly #store: Store;
  #wanted: RunId | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Starts to index `run`, and stops indexing any other run. */
  begin(run: RunId): void {
    this.#wanted = run;
    this.#soon();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#indexSome(this.#wanted!)) this.#soon();
    }, PAUSE_MILLISECONDS);
  }

  /** Indexes some entries. Returns whether there are more. */
  #indexSome(run: RunId): boolean {
    try {
      return this.#store.indexForSearch(run, ENTRIES_PER_SLICE);
    } catch (thrown) {
      // The search itself reports the error.
      if (thrown instanceof OrreryError) return false;
      throw thrown;
    }
  }
}
