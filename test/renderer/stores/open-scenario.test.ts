import { describe, expect, it } from 'vitest';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { load } from '../../../renderer/stores/documents.ts';
import { syncDocumentsWithDisk } from '../../../renderer/stores/run-again.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { kitchen } from '../kitchen.ts';

describe('syncDocumentsWithDisk()', () => {
  it('reads a file again when it has changed or is gone', async () => {
    const bridge = fakeBridge({ 'scenario.read': ({ path }) => yes(`the text of ${path}`) });
    const stores = createAppStores(bridge);
    const paths = ['scenarios/soup.ts', 'scenarios/cake.ts'];
    for (const path of paths) await load(bridge, stores.documents, path);
    const stop = syncDocumentsWithDisk(stores);
    const read = (changed: readonly number[]): readonly string[] => {
      const before = bridge.asked.length;
      const scenarios = changed.map((at, nth) => ({ path: paths[nth]!, bytes: 9, changed: at }));
      bridge.tell('workspace.changed', kitchen({ scenarios }));
      return bridge.asked.slice(before).map((asked) => /[a-z]+\.ts/.exec(asked)![0]);
    };

    expect(read([1, 1])).toEqual(['soup.ts', 'cake.ts']);
    expect(read([1, 1])).toEqual([]);
    expect(read([1, 2])).toEqual(['cake.ts']);
    expect(read([1])).toEqual(['cake.ts']);
    expect(read([1, 2])).toEqual(['cake.ts']);
    stop();
    expect(read([3, 3])).toEqual([]);
  });
});
