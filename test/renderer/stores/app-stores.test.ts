import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { seek, selectRun } from '../../../renderer/stores/selection.ts';
import { fakeBridge, type FakeBridge } from '../fake-bridge.ts';
import { breakfast, kitchenAnswers, ORDERS, secondsIn } from '../kitchen.ts';
import { row } from '../rows.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

async function showing(): Promise<{ bridge: FakeBridge; stores: AppStores; stop: () => void }> {
  const bridge = fakeBridge(kitchenAnswers());
  const stores = createAppStores(bridge);
  const stop = syncStores(stores);
  await settled();
  selectRun(stores.selection, runId('r1'));
  stores.panels.setState({ centre: 'apps' });
  await settled();
  return { bridge, stores, stop };
}

describe('the window’s stores', () => {
  it('put the playhead on the last entry of an opened run, with the app’s state there', async () => {
    const { bridge, stores, stop } = await showing();

    expect(bridge.asked).toContain('log.entry {"run":"r1","index":2}');
    expect(stores.appState.getState().shown).toMatchObject({ app: 'mail', at: 2, state: { unread: 1 } });
    stop();
  });

  it('show the initial state when the playhead moves before the first entry', async () => {
    const { stores, stop } = await showing();

    seek(stores.selection, -1, ORDERS.length);
    await settled();

    expect(stores.inspection.getState().shown).toBeUndefined();
    expect(stores.appState.getState().shown).toMatchObject({ at: -1, state: { unread: 0 } });
    stop();
  });

  it('request no app state while the Apps tab is hidden', async () => {
    const { bridge, stores, stop } = await showing();
    stores.panels.setState({ centre: 'code' });
    const before = bridge.asked.length;

    seek(stores.selection, -1, ORDERS.length);
    await settled();

    expect(bridge.asked.slice(before)).toEqual([]);
    stop();
  });

  it('keep the playhead’s place when a scrubbed run logs more entries', async () => {
    const { bridge, stores, stop } = await showing();
    seek(stores.selection, 0, ORDERS.length);

    bridge.tell('log.appended', {
      run: runId('r1'),
      rows: packWholeRows(3, [row(3, { time: secondsIn(61) })]),
    });
    await settled();

    expect(stores.log.getState().rows).toHaveLength(4);
    expect(stores.inspection.getState().shown?.entry.index).toBe(0);
    stop();
  });

  it('drop the log of a run that is no longer selected', async () => {
    const { stores, stop } = await showing();

    selectRun(stores.selection, undefined);

    expect(stores.log.getState()).toMatchObject({ run: undefined, rows: [] });
    stop();
  });

  it('ignore signals after the stores are stopped', async () => {
    const { bridge, stores, stop } = await showing();

    stop();
    bridge.tell('run.changed', breakfast({ entries: 99 }));

    expect(stores.workspace.getState().view?.runs[0]?.entries).toBe(3);
  });
});
