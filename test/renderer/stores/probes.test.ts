import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import type { Probe } from '../../../preload/contract.ts';
import { type AppStores, createAppStores } from '../../../renderer/stores/app-stores.ts';
import { syncProbes, retryProbe } from '../../../renderer/stores/probes.ts';
import { type Answers, fakeBridge, type FakeBridge, no, yes } from '../fake-bridge.ts';
import { rows } from '../rows.ts';

const EGGS: Probe = { name: 'eggs', expression: 'apps.kitchen.eggs' };
const ROWS = rows(10);

type Follow = NonNullable<Answers['probes.follow']>;

/** Evaluates three entries at a time; the value changes at the last of them. */
const byThree: Follow = ({ from }) =>
  from < 0
    ? yes({ next: 3, entries: Int32Array.of(-1, 2), values: '[0,3]' })
    : yes({ next: from + 3, entries: Int32Array.of(from + 2), values: `[${from + 3}]` });

function following(follow: Follow): AppStores & { readonly bridge: FakeBridge } {
  const bridge = fakeBridge({ 'probes.follow': follow });
  const stores = createAppStores(bridge);
  syncProbes(stores);
  stores.probes.setState({ list: [EGGS] });
  return { ...stores, bridge };
}

const grow = ({ log }: AppStores, count: number): void => {
  log.setState({ run: runId('r1'), rows: ROWS, count });
};

const seriesOf = ({ probes }: AppStores) => probes.getState().series.get(EGGS.expression);

describe('the series of a probe', () => {
  it('grows in place, inside a new object', async () => {
    const stores = following(byThree);
    grow(stores, 3);
    await expect.poll(() => seriesOf(stores)?.next).toBe(3);
    const before = seriesOf(stores)!;

    grow(stores, 6);
    await expect.poll(() => seriesOf(stores)?.next).toBe(6);

    const { entries, values } = seriesOf(stores)!;
    expect(seriesOf(stores)).not.toBe(before);
    expect(entries).toBe(before.entries);
    expect([entries, values]).toEqual([
      [-1, 2, 5],
      [0, 3, 6],
    ]);
  });

  it('is dropped with its probe', async () => {
    const stores = following(byThree);
    grow(stores, 3);
    await expect.poll(() => seriesOf(stores)?.next).toBe(3);

    stores.probes.setState({ list: [] });

    expect(stores.probes.getState().series.size).toBe(0);
  });

  it('ignores a reply to a request from before it was reset', async () => {
    const answers: Follow[] = [
      () => {
        stores.probes.setState({ series: new Map() });
        return no('found a folder that is not trusted');
      },
      byThree,
    ];
    const stores = following((request) => answers.shift()!(request));

    grow(stores, 3);
    await expect.poll(() => answers.length === 0 && seriesOf(stores)?.next === 3).toBe(true);

    expect(seriesOf(stores)?.problem).toBeUndefined();
  });

  it('is read again after a problem when retried', async () => {
    const answers: Follow[] = [() => no('the thread ended'), byThree];
    const stores = following((request) => answers.shift()!(request));
    grow(stores, 3);
    await expect.poll(() => seriesOf(stores)?.problem).toBe('the thread ended');

    retryProbe(stores, EGGS);
    await expect.poll(() => seriesOf(stores)?.next).toBe(3);

    expect(seriesOf(stores)?.problem).toBeUndefined();
  });
});
