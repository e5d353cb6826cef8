import { expect, it, onTestFinished, vi } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { compareRuns, selectRow } from '../../../renderer/stores/comparison.ts';
import { openLibrary } from '../../../renderer/stores/library.ts';
import { goBack, goForward } from '../../../renderer/stores/navigation.ts';
import { showPanel } from '../../../renderer/stores/panels.ts';
import { openRun, openStep } from '../../../renderer/stores/run-opening.ts';
import { restorePosition } from '../../../renderer/stores/selection.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../kitchen.ts';

const [ONE, TWO, GONE] = [runId('r1'), runId('r2'), runId('r3')];

/** A window that waits half a second after each step, as a person does. */
async function open(compared: () => void = () => undefined) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const runs = [ONE, TWO].map((id) => breakfast({ id, mode: 'trace', entries: 100 }));
  const bridge = fakeBridge({
    ...kitchenAnswers(kitchen({ runs })),
    'comparison.by': () => yes('steps'),
    'comparison.attempts': () => {
      compared();
      const rows = [0, 1, 2].map((nth) => ({ kind: 'equal', a: nth, b: nth }) as const);
      return yes({ rows, parting: undefined, a: [], b: [], facts: [] });
    },
  });
  const stores = createAppStores(bridge);
  onTestFinished(syncStores(stores));
  const act = async (work: () => unknown): Promise<void> => {
    await work();
    await vi.advanceTimersByTimeAsync(600);
  };
  await act(() => undefined);
  return { stores, act };
}

const shown = ({ selection, panels }: AppStores): object => {
  const { run, at } = selection.getState();
  return { run, at, panel: panels.getState().centre };
};

it('goes back from a step to the row of the comparison that it was opened from, without comparing again', async () => {
  const compared = vi.fn();
  const { stores, act } = await open(compared);
  await act(() => compareRuns(stores, ONE, TWO));
  await act(() => {
    selectRow(stores.comparison, 2);
  });
  await act(() => openStep(stores, { run: TWO, entry: 57 }));
  expect(stores.comparison.getState().pair).toBeUndefined();

  await act(() => goBack(stores));

  expect(stores.comparison.getState()).toMatchObject({ pair: { a: ONE, b: TWO }, by: 'steps', at: 2 });
  expect(stores.comparison.getState().attempts?.rows).toHaveLength(3);
  expect(compared).toHaveBeenCalledOnce();
  await act(() => goForward(stores));
  expect(shown(stores)).toEqual({ run: TWO, at: 57, panel: 'transcript' });
});

it('compares again for a comparison that is farther back, and goes to its row', async () => {
  const compared = vi.fn();
  const { stores, act } = await open(compared);
  await act(() => compareRuns(stores, ONE, TWO));
  await act(() => {
    selectRow(stores.comparison, 1);
  });
  await act(() => openRun(stores, ONE));
  const { library } = stores;
  await act(() => {
    openLibrary(library);
  });
  for (let times = 0; times < 2; times++) await act(() => goBack(stores));

  expect(stores.comparison.getState()).toMatchObject({ pair: { a: ONE, b: TWO }, at: 1 });
  expect(stores.comparison.getState().attempts?.rows).toHaveLength(3);
  expect(compared).toHaveBeenCalledTimes(2);
});

it('takes a jump of the playhead for a visit, and its small moves and a drag for none', async () => {
  const { stores, act } = await open();
  await act(() => openRun(stores, ONE));
  await act(() => {
    showPanel(stores.panels, 'verdict');
  });
  await act(() => {
    restorePosition(stores.selection, 5);
  });
  await act(async () => {
    for (let at = 40; at <= 80; at += 20) {
      restorePosition(stores.selection, at);
      await vi.advanceTimersByTimeAsync(50);
    }
  });
  expect(stores.navigation.getState().back).toHaveLength(1);

  await act(() => goBack(stores));
  expect(shown(stores)).toEqual({ run: ONE, at: 5, panel: 'verdict' });
  await act(() => goForward(stores));
  expect(shown(stores)).toEqual({ run: ONE, at: 80, panel: 'verdict' });
  await act(() => goForward(stores));
  expect(shown(stores)).toEqual({ run: ONE, at: 80, panel: 'verdict' });
});

it('stays where it is when the run to go back to was deleted, and says so', async () => {
  const { stores, act } = await open();
  await act(() => openRun(stores, ONE));
  stores.navigation.setState(({ back }) => ({
    back: [...back, { kind: 'run', run: GONE, file: undefined, at: 3, following: false, panel: 'verdict' }],
  }));
  await act(() => goBack(stores));

  expect(stores.notices.getState().notices[0]?.text).toBe('Run r3 was deleted.');
  expect(shown(stores)).toMatchObject({ run: ONE });
});
