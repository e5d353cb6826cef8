import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../engine/model/problem.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import {
  checkScenario,
  createProblemStore,
  load,
  openInBackground,
} from '../../../renderer/stores/documents.ts';
import { syncDocumentsWithDisk } from '../../../renderer/stores/runs.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { kitchen } from '../kitchen.ts';

const FILE = 'scenarios/breakfast.ts';

const problem = (message: string): Problem => ({ severity: 'error', message, place: undefined });

describe('checkScenario()', () => {
  it('shows the problems it found', async () => {
    const store = createProblemStore();

    await checkScenario(fakeBridge({ 'scenario.check': () => yes([problem('no egg')]) }), store, FILE);

    expect(store.getState()).toEqual({ scenario: FILE, problems: [problem('no egg')] });
  });

  it('keeps problems that were reported during the check', async () => {
    const store = createProblemStore();
    const checking = checkScenario(fakeBridge({ 'scenario.check': () => yes([]) }), store, FILE);

    store.setState({ scenario: FILE, problems: [problem('not trusted')] });
    await checking;

    expect(store.getState().problems).toEqual([problem('not trusted')]);
  });
});

describe('openInBackground()', () => {
  it('shows the problems of the file that was opened last', async () => {
    const bridge = fakeBridge({
      'scenario.read': ({ path }) => yes(`the text of ${path}`),
      'scenario.check': ({ path }) => yes([problem(path)]),
    });
    const stores = createAppStores(bridge);
    await load(bridge, stores.documents, 'scenarios/known.ts');

    // The text of the first is still read when the second, whose text is known, is opened.
    const first = openInBackground(stores, FILE);
    await openInBackground(stores, 'scenarios/known.ts');
    await first;
    await Promise.resolve();

    expect(stores.problems.getState()).toEqual({
      scenario: 'scenarios/known.ts',
      problems: [problem('scenarios/known.ts')],
    });
  });
});

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
