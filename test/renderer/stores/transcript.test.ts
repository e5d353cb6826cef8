import { expect, it, onTestFinished, vi } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { showPanel } from '../../../renderer/stores/panels.ts';
import { selectRun } from '../../../renderer/stores/selection.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { kitchenAnswers, START } from '../kitchen.ts';

it('holds the transcript of the shown run only', async () => {
  const stores = createAppStores(
    fakeBridge({
      ...kitchenAnswers(),
      'inspect.traceSteps': () => yes([]),
      'inspect.transcript': ({ from }) =>
        yes({
          steps:
            from === 0
              ? [{ kind: 'thought', time: START, index: 0, title: '', text: 'Eggs', status: 'done' }]
              : [],
          next: { from: 3, turn: 0 },
        }),
    }),
  );
  onTestFinished(syncStores(stores));
  selectRun(stores.selection, runId('r1'));
  showPanel(stores.panels, 'transcript');
  await vi.waitUntil(() => stores.transcript.getState().complete);
  expect(stores.transcript.getState().steps).toHaveLength(1);

  selectRun(stores.selection, undefined);

  expect(stores.transcript.getState()).toMatchObject({ run: undefined, steps: [] });
});
