import { setImmediate } from 'node:timers/promises';
import type { Search, Store } from '../../engine/index.ts';
import type { RunId } from '../../engine/model/index.ts';

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
