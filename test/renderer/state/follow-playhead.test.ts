import { expect, it } from 'vitest';
import { runId } from '../../../engine/model/ids.ts';
import { benchFor } from '../../../renderer/state/bench.ts';
import { follow } from '../../../renderer/state/follow.ts';
import { seek } from '../../../renderer/state/playhead.ts';
import { fakeLab } from '../fake-lab.ts';
import { kitchenAnswers, ORDERS } from '../kitchen.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

it('position, entry and state move in one go', async () => {
  const bench = benchFor(fakeLab(kitchenAnswers()));
  const stop = follow(bench);
  await settled();
  bench.panels.setState({ run: runId('r1'), centre: 'apps' });
  await settled();
  const moments = new Set<string>();
  /** As React sees them: when all that is to be done at once is done. */
  const note = (): void => {
    queueMicrotask(() => {
      const { at, moment } = bench.moment.getState();
      moments.add(`${at} ${moment?.entry.index} ${bench.appState.getState().shown?.at}`);
    });
  };
  bench.moment.subscribe(note);
  bench.appState.subscribe(note);

  seek(bench.playhead, 0, ORDERS.length);
  expect(bench.moment.getState().at).toBe(2);
  await settled();

  expect([...moments]).toEqual(['0 0 0']);
  stop();
});
