import type { Store } from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/index.ts';
import { print } from './print.ts';

/** Entries that are read and printed at once. */
export const PAGE = 2_000;

/** Prints the whole log of `run` as one JSON list. */
export async function printEntries({ id, entries }: RunSummary, store: Store): Promise<void> {
  await print('[');
  for (let from = 0; from < entries; from += PAGE) {
    const page = store.entries(id, from, PAGE).map((entry) => JSON.stringify(entry));
    await print(`${page.join(',\n')}${from + PAGE < entries ? ',' : ''}`);
  }
  await print(']');
}
