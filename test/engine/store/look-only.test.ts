import { describe, expect, it } from 'vitest';
import { lookOnly } from '../../../engine/store/look-only.ts';
import type { RunId } from '../../../engine/model/ids.ts';
import { emptyStore } from './pantry.ts';

const r1 = 'r1' as RunId;

describe('a store that is only looked at', () => {
  it('answers as the store does', () => {
    expect(lookOnly(emptyStore(), 'archive.db').runs()).toEqual([]);
  });

  it('refuses what would be kept, naming the file', () => {
    const store = lookOnly(emptyStore(), 'archive.db');

    for (const write of [
      () => {
        store.tag(r1, ['good']);
      },
      () => {
        store.pin(r1, true);
      },
      () => {
        store.remove(r1);
      },
      () => {
        store.removeNote(1);
      },
    ])
      expect(write).toThrow(
        'archive.db: found a file or folder that must not be written, wanted one that may be',
      );
  });
});
