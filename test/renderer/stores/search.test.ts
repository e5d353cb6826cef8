import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { seekSearchResult } from '../../../renderer/stores/log.ts';
import { type Answers, fakeBridge, type FakeBridge, no, yes } from '../fake-bridge.ts';
import { kitchenAnswers, ORDERS, secondsIn } from '../kitchen.ts';
import { row } from '../rows.ts';
import { selectRun } from '../../../renderer/stores/selection.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The stores with the run r1 open and the search text `text`. */
async function lookingFor(
  text: string,
  other: Answers = {},
): Promise<{ stores: AppStores; bridge: FakeBridge }> {
  const bridge = fakeBridge({ ...kitchenAnswers(), ...other });
  const stores = createAppStores(bridge);
  syncStores(stores);
  await settled();
  selectRun(stores.selection, runId('r1'));
  await settled();
  stores.search.setState({ text });
  await settled();
  return { stores, bridge };
}

describe('search results', () => {
  it('of a filter on row fields are found without a call to main', async () => {
    const { stores, bridge } = await lookingFor('app:mail');

    expect(stores.search.getState().results).toEqual([0, 2]);
    expect(bridge.asked.some((asked) => asked.startsWith('log.find'))).toBe(false);
  });

  it('of words are those that main finds and that match the row filter', async () => {
    const { stores } = await lookingFor('eggs -status:failed', {
      'log.find': () => yes(Uint32Array.of(0, 2)),
    });

    expect(stores.search.getState().results).toEqual([0]);
  });

  it('grow with the log', async () => {
    const { stores, bridge } = await lookingFor('app:mail');

    bridge.tell('log.appended', {
      run: runId('r1'),
      rows: packWholeRows(3, [row(3, { time: secondsIn(70) })]),
    });
    await settled();

    expect(stores.search.getState().results).toEqual([0, 2, 3]);
  });

  it('are undefined for an invalid filter or a failed search, with the problem', async () => {
    const wrong = await lookingFor('colour:red');
    const refused = await lookingFor('eggs', { 'log.find': () => no('the database is busy') });

    expect(wrong.stores.search.getState()).toMatchObject({
      results: undefined,
      problem: { from: 0, to: 10 },
    });
    expect(refused.stores.search.getState()).toMatchObject({ problem: { message: 'the database is busy' } });
  });

  it('are undefined when the log was closed before main answered', async () => {
    const { stores } = await lookingFor('', {
      'log.find': () => {
        selectRun(stores.selection, undefined);
        return yes(Uint32Array.of(0, 2));
      },
    });
    stores.search.setState({ text: 'eggs' });
    await settled();

    expect(stores.search.getState().results).toBeUndefined();
  });

  it('are visited in both directions and wrap around at the ends', async () => {
    const { stores } = await lookingFor('app:mail');
    const walk = (...steps: (1 | -1)[]): readonly number[] =>
      steps.map((step) => {
        seekSearchResult(stores, step);
        return stores.selection.getState().at;
      });

    expect(walk(1, 1, -1, -1)).toEqual([0, 2, 0, 2]);
  });

  it('are cleared when the search text is empty', async () => {
    const { stores } = await lookingFor('app:mail');

    stores.search.setState({ text: ' ' });

    expect(stores.search.getState().results).toBeUndefined();
    expect(stores.log.getState().rows).toHaveLength(ORDERS.length);
  });
});
