import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { appName, runId } from '../../../engine/model/values/ids.ts';
import { packRows } from '../../../main/host/inspect/log-rows.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { seek, selectRun } from '../../../renderer/stores/selection.ts';
import { selectValue } from '../../../renderer/stores/inspection.ts';
import { fakeBridge, type FakeBridge, yes } from '../fake-bridge.ts';
import { kitchenAnswers, ORDER, ORDERS } from '../kitchen.ts';
import { row } from '../rows.ts';

const R1 = runId('r1');
const TAKES = 6; // milliseconds for an answer

/** A main that takes its time about every answer, and knows each entry by its index. */
function slowLab(): FakeBridge {
  const bridge = fakeBridge({
    ...kitchenAnswers(),
    'log.entry': ({ index }) => yes({ ...ORDER, index, changes: [] }),
    'inspect.trail': ({ path }) => yes({ path: [...path], writers: [], more: false, next: undefined }),
    'inspect.knowledge': () => yes(JSON.stringify({ records: [], lost: [] })),
  });
  const call: typeof bridge.call = async (name, request) => {
    const reply = await bridge.call(name, request);
    await new Promise((answered) => setTimeout(answered, TAKES));
    return reply;
  };
  return { ...bridge, call };
}

describe('a moment of a run', () => {
  let bridge: FakeBridge;
  let stores: AppStores;
  /** Each as position, entry and state. */
  let moments: readonly string[];

  const settled = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(20 * TAKES);
  };
  const go = (to: number): void => {
    seek(stores.selection, to, ORDERS.length);
  };
  const oneRowMore = (): void => {
    bridge.tell('log.appended', { run: R1, rows: packRows(3, [row(3)]) });
  };
  const at = (): number => stores.inspection.getState().at;

  /** As React sees them: when all that is to be done at once is done. */
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

  it('comes in one go: position, entry and state', async () => {
    go(0);
    expect(at()).toBe(2);
    await settled();

    expect(moments).toEqual(['0 0 0']);
  });

  it('has with it who changed the picked value, and what the agent knew', async () => {
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

  it('is whole too when another is asked for before it has come', async () => {
    go(0);
    await vi.advanceTimersByTimeAsync(1);
    go(1);
    await settled();

    expect(moments).toEqual(['0 0 0', '1 1 1']);
  });

  it('is at once the last for a playhead that follows, as rows come in', async () => {
    oneRowMore();
    expect(at()).toBe(3);
    await settled();

    expect(moments.at(-1)).toBe('3 3 3');
  });

  it('is left for another one in one go while rows come in', async () => {
    go(0);
    oneRowMore();
    expect(at()).toBe(3);
    await settled();

    expect(moments).toEqual(['3 2 2', '0 0 0']);
  });

  it('stays the same as rows come in when the playhead, on the last of them, does not follow', async () => {
    stores.selection.setState({ at: 2, following: false });
    await settled();
    oneRowMore();
    await settled();

    expect(moments).toEqual(['2 2 2']);
  });
});
