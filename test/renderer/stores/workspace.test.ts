import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/ids.ts';
import { syncWorkspace, addRun, runOf, createWorkspaceStore } from '../../../renderer/stores/workspace.ts';
import { fakeLab } from '../fake-lab.ts';
import { breakfast, kitchen } from '../kitchen.ts';

const run = (number: number, entries = 3) => breakfast({ id: runId(`r${number}`), entries });

/** A workspace of 50 runs whose view lists the newest two. */
function many() {
  const lab = fakeLab({});
  const store = createWorkspaceStore();
  syncWorkspace(lab, store);
  lab.tell('workspace.changed', kitchen({ runs: [run(50), run(49)], runCount: 50 }));
  const listed = (): string =>
    store
      .getState()
      .view!.runs.map(({ id }) => id)
      .join(' ');
  return { lab, store, listed };
}

describe('the workspace', () => {
  it('lists a new run first, and counts it', () => {
    const { lab, store, listed } = many();

    lab.tell('run.changed', run(51));
    lab.tell('run.changed', run(51, 9));

    expect(listed()).toBe('r51 r50 r49');
    expect(store.getState().view!.runCount).toBe(51);
    expect(runOf(store.getState(), runId('r51'))?.entries).toBe(9);
  });

  it('knows an older run that was looked at without listing it, and keeps up with it', () => {
    const { lab, store, listed } = many();

    addRun(store, run(3));
    lab.tell('run.changed', run(3, 9));

    expect(listed()).toBe('r50 r49');
    expect(store.getState().view!.runCount).toBe(50);
    expect(runOf(store.getState(), runId('r3'))?.entries).toBe(9);
  });
});
