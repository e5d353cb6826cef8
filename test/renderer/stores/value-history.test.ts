import { describe, expect, it, onTestFinished } from 'vitest';
import { appName, runId } from '../../../engine/model/values/ids.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { seekChange, type SelectedValue, selectValue } from '../../../renderer/stores/inspection.ts';
import { selectRun } from '../../../renderer/stores/selection.ts';
import { fakeBridge, type FakeBridge, yes } from '../fake-bridge.ts';
import { kitchenAnswers } from '../kitchen.ts';

const valueAt = (path: string): SelectedValue => ({
  run: runId('r1'),
  app: appName('mail'),
  path: [path],
  since: 2,
});

function desk(): {
  readonly stores: AppStores;
  readonly bridge: FakeBridge;
  readonly trails: () => readonly string[];
} {
  const bridge = fakeBridge({
    ...kitchenAnswers(),
    'inspect.valueHistory': ({ path }) => yes({ path: [...path], writers: [], more: false, next: undefined }),
    'log.change': () => yes(0),
  });
  const stores = createAppStores(bridge);
  onTestFinished(syncStores(stores));
  return {
    stores,
    bridge,
    trails: () => bridge.asked.filter((asked) => asked.startsWith('inspect.valueHistory')),
  };
}

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

describe('the history of a value', () => {
  it('is read again when the same value is selected again', async () => {
    const { stores, trails } = desk();
    selectValue(stores.valueHistory, valueAt('inbox'));
    await settled();

    selectValue(stores.valueHistory, valueAt('inbox'));
    await settled();

    expect(stores.valueHistory.getState().history?.valueHistory.path).toEqual(['inbox']);
    expect(trails()).toHaveLength(2);
  });

  it('is never shown for a value that was selected before', async () => {
    const { stores } = desk();
    const told = new Set<unknown>();
    stores.valueHistory.subscribe(({ selected, history: now }) => {
      if (now !== undefined) told.add(`${String(selected?.path)}: ${String(now.valueHistory.path)}`);
    });

    selectValue(stores.valueHistory, valueAt('inbox'));
    selectValue(stores.valueHistory, valueAt('sent'));
    await settled();

    expect([...told]).toEqual(['sent: sent']);
  });
});

describe('seekChange()', () => {
  it('leaves the playhead of a run that was opened meanwhile where it is', async () => {
    const { stores, bridge } = desk();
    const call: typeof bridge.call = async (name, request) => {
      const reply = await bridge.call(name, request);
      if (name === 'log.change') selectRun(stores.selection, runId('r2'));
      await settled();
      return reply;
    };
    await settled();
    selectRun(stores.selection, runId('r1'));
    await settled();

    await seekChange({ ...stores, bridge: { ...bridge, call } }, 'back');

    expect(stores.selection.getState()).toMatchObject({ run: 'r2', following: true });
    expect(stores.notices.getState().notices).toEqual([]);
  });
});
