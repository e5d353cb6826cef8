import { describe, expect, it } from 'vitest';
import { SearchIndexer } from '../../../../main/host/inspect/search.ts';
import { emptyStore, fill, minute, supper } from '../../../engine/store/pantry.ts';

const ENTRIES = 250;
const WORDS = [{ term: { kind: 'text', text: 'plums' }, not: false }] as const;

describe('SearchIndexer', () => {
  it('adds the entries of a run to the search index in the background', async () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    const entries = Array.from({ length: ENTRIES }, (_, index) => fill(index));
    writer.append(entries, minute(ENTRIES));
    using indexing = new SearchIndexer(store);
    expect(store.search(writer.id, WORDS, 0)).toHaveLength(0);

    indexing.begin(writer.id);

    await expect.poll(() => store.search(writer.id, WORDS, 0).length).toBe(ENTRIES);
  });
});
