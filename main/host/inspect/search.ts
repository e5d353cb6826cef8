import { setImmediate } from 'node:timers/promises';
import { OrreryError, type Search, type Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/index.ts';

/** So many are taken in at a stretch: a few milliseconds' work, for the window must always answer. */
const STRETCH = 500; // entries

/** The entries of `run` from position `from` on that meet `search`, by index. What was never searched before is taken in first. */
export async function findEntries(
  store: Store,
  run: RunId,
  search: Search,
  from: number,
): Promise<readonly number[]> {
  while (store.indexForSearch(run, STRETCH)) await setImmediate();
  return store.search(run, search, from);
}

const SLICE = 100; // entries: a millisecond or two, which nobody feels
const REST = 8; // milliseconds

/** Makes the log that is looked at known to the search little by little, so that its first search need not wait for that. */
export class SearchIndexer implements Disposable {
  readonly #store: Store;
  #wanted: RunId | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Begins with `run`, and lets go of any other. */
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
    }, REST);
  }

  /** Answers whether there is more. */
  #indexSome(run: RunId): boolean {
    try {
      return this.#store.indexForSearch(run, SLICE);
    } catch (thrown) {
      // Whoever searches is told of it.
      if (thrown instanceof OrreryError) return false;
      throw thrown;
    }
  }
}
