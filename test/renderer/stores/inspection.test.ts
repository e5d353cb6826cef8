import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { appName, runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { seek, selectRun } from '../../../renderer/stores/selection.ts';
import { selectValue } from '../../../renderer/stores/inspection.ts';
import { fakeBridge, type FakeBridge, yes } from '../fake-bridge.ts';
import { kitchenAnswers, ORDER, ORDERS } from '../kitchen.ts';
import { row } from '../rows.ts';

const R1 = runId('r1');
const TAKES = 6; // milliseconds for an answer

/** A bridge that takes a while for each reply; each entry has its index. */
function slowLab(): FakeBridge {
  const bridge = fakeBridge({
    ...kitchenAnswers(),
    'log.entry': ({ index }) => yes({ ...ORDER, index, changes: [] }),
    'inspect.valueHistory': ({ path }) => yes({ path: [...path], writers: [], more: false, next: undefined }),
    'inspect.knowledge': () => yes(JSON.stringify({ records: [], lost: [] })),
  });
  const call: typeof bridge.call = async (name, request) => {
    const reply = await bridge.call(name, request);
    await new Promise((answered) => setTimeout(answered, TAKES));
    return reply;
  };
  return { ...bridge, call };
}

describe('position, entry and state on screen', () => {
  let bridge: FakeBridge;
  let stores: AppStores;
  /** What is shown in turn, each as position, entry and state. */
  let moments: readonly string[];

  const settled = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(20 * TAKES);
  };
  const go = (to: number): void => {
    seek(stores.selection, to, ORDERS.length);
  };
  const oneRowMore = (): void => {
    bridge.tell('log.appended', { run: R1, rows: packWholeRows(3, [row(3)]) });
  };
  const at = (): number => stores.inspection.getState().at;

  /** As React renders: after all synchronous updates. */
  const note = (): void => {
    queueMicrotask(() => {
      const { at, shown: moment } = stores.inspection.getState();
      const now = `${at} ${moment?.entry.index} ${stores.appState.getState().shown?.at}`;
      if (moments.at(-1) !== now) moments = [...moments, now];
    });
  };

  beforeEach(async () => {
    vi.useFakeTimers();
    bridge = slowLab();
    stores = createAppStores(bridge);
    const stop = syncStores(stores);
    onTestFinished(() => {
      stop();
      vi.useRealTimers();
    });
    await settled();
    selectRun(stores.selection, R1);
    stores.panels.setState({ centre: 'apps' });
    await settled();
    moments = [];
    stores.inspection.subscribe(note);
    stores.appState.subscribe(note);
  });

  it('change together when the playhead moves', async () => {
    go(0);
    expect(at()).toBe(2);
    await settled();

    expect(moments).toEqual(['0 0 0']);
  });

  it('change together with the value’s history and the agent’s knowledge', async () => {
    stores.panels.setState({ asAgent: true });
    selectValue(stores.valueHistory, { run: R1, app: appName('mail'), path: ['unread'], since: 2 });
    await settled();
    const told = new Set<string>();
    const look = (): void => {
      queueMicrotask(() => {
        told.add(
          [
            stores.inspection.getState().at,
            stores.valueHistory.getState().history?.at,
            stores.knowledge.getState().shown?.at,
          ].join(' '),
        );
      });
    };
    for (const store of [stores.inspection, stores.valueHistory, stores.knowledge]) store.subscribe(look);

    go(0);
    await settled();

    expect([...told]).toEqual(['0 0 0']);
  });

  it('change together when the playhead moves again before they are loaded', async () => {
    go(0);
    await vi.advanceTimersByTimeAsync(1);
    go(1);
    await settled();

    expect(moments).toEqual(['0 0 0', '1 1 1']);
  });

  it('follow the last entry as rows are added', async () => {
    oneRowMore();
    expect(at()).toBe(3);
    await settled();

    expect(moments.at(-1)).toBe('3 3 3');
  });

  it('change together when the playhead moves while rows are added', async () => {
    go(0);
    oneRowMore();
    expect(at()).toBe(3);
    await settled();

    expect(moments).toEqual(['3 2 2', '0 0 0']);
  });

  it('stay the same as rows are added when the playhead does not follow', async () => {
    stores.selection.setState({ at: 2, following: false });
    await settled();
    oneRowMore();
    await settled();

    expect(moments).toEqual(['2 2 2']);
  });
});
