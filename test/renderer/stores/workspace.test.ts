import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { syncWorkspace, addRun, runOf, createWorkspaceStore } from '../../../renderer/stores/workspace.ts';
import { fakeBridge } from '../fake-bridge.ts';
import { breakfast, kitchen } from '../kitchen.ts';

const run = (number: number, entries = 3) => breakfast({ id: runId(`r${number}`), entries });

/** A workspace of 50 runs whose view lists the newest two. */
function many() {
  const bridge = fakeBridge({});
  const store = createWorkspaceStore();
  syncWorkspace(bridge, store);
  bridge.tell('workspace.changed', kitchen({ runs: [run(50), run(49)], runCount: 50 }));
  const listed = (): string =>
    store
      .getState()
      .view!.runs.map(({ id }) => id)
      .join(' ');
  return { bridge, store, listed };
}

describe('the workspace store', () => {
  it('lists a new run first and counts it', () => {
    const { bridge, store, listed } = many();

    bridge.tell('run.changed', run(51));
    bridge.tell('run.changed', run(51, 9));

    expect(listed()).toBe('r51 r50 r49');
    expect(store.getState().view!.runCount).toBe(51);
    expect(runOf(store.getState(), runId('r51'))?.entries).toBe(9);
  });

  it('updates an older run that was opened, without listing it', () => {
    const { bridge, store, listed } = many();

    addRun(store, run(3));
    bridge.tell('run.changed', run(3, 9));

    expect(listed()).toBe('r50 r49');
    expect(store.getState().view!.runCount).toBe(50);
    expect(runOf(store.getState(), runId('r3'))?.entries).toBe(9);
  });
});
