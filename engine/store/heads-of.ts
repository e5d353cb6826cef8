import type { RunId } from '../model/index.ts';
import type { LogHead } from './log-table.ts';
import type { Store } from './store.ts';

/** Entries that are read at once. */
const SLICE = 5_000;

/** All that a run has logged, without what it changed, read as it is asked for. @throws {StoreError} when it cannot be read. */
export function* headsOf(store: Pick<Store, 'heads'>, run: RunId): Generator<LogHead> {
  for (let from = 0; ;) {
    const heads = store.heads(run, from, SLICE);
    yield* heads;
    from += heads.length;
    if (heads.length < SLICE) return;
  }
}
