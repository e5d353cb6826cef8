import { describe, expect, it } from 'vitest';
import { readOnlyStore } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/values/ids.ts';
import { emptyStore } from './pantry.ts';

const r1 = 'r1' as RunId;

describe('readOnlyStore()', () => {
  it('reads the runs of the store', () => {
    expect(readOnlyStore(emptyStore(), 'archive.db').runs()).toEqual([]);
  });

  it('refuses every write and names the file', () => {
    const store = readOnlyStore(emptyStore(), 'archive.db');

    for (const write of [
      () => {
        store.setTags(r1, ['good']);
      },
      () => {
        store.setBaseline(r1, true);
      },
      () => {
        store.remove(r1);
      },
      () => {
        store.removeNote(1);
      },
    ])
      expect(write).toThrow('archive.db: The file or its folder is read-only.');
  });
});
