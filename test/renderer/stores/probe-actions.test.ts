import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import type { Probe } from '../../../preload/contract.ts';
import { type AppStores, createAppStores } from '../../../renderer/stores/app-stores.ts';
import {
  addProbe,
  saveProbeDraft,
  NO_DRAFT,
  type ProbesState,
  removeProbe,
  retryProbe,
  seekProbe,
} from '../../../renderer/stores/probes.ts';
import { NO_SERIES } from '../../../renderer/ui/format/probe-series.ts';
import { type Answers, fakeBridge, no, yes } from '../fake-bridge.ts';
import { rows } from '../rows.ts';

const [EGGS, COOK, GUESTS] = [
  { name: 'eggs', expression: 'apps.kitchen.eggs' },
  { name: '', expression: 'apps.kitchen.cook' },
  { name: 'guests', expression: 'apps.hall.guests' },
] as const satisfies readonly Probe[];

const benchWith = (
  list: readonly Probe[],
  set: NonNullable<Answers['probes.set']> = () => yes(null),
): AppStores & { readonly bridge: ReturnType<typeof fakeBridge> } => {
  const bridge = fakeBridge({ 'probes.set': set });
  const stores = createAppStores(bridge);
  stores.probes.setState({ list });
  return { ...stores, bridge };
};

const listOf = ({ probes }: AppStores): readonly Probe[] => probes.getState().list;
const lastNotice = ({ notices }: AppStores) => notices.getState().notices.at(-1);

describe('addProbe() with an existing expression', () => {
  it('keeps the name and selects the probe when no name is given', async () => {
    const stores = benchWith([EGGS, COOK]);

    await addProbe(stores, { ...EGGS, name: '' });

    expect(listOf(stores)).toEqual([EGGS, COOK]);
    expect(stores.probes.getState().selected).toBe(EGGS.expression);
    expect(stores.bridge.asked).toEqual([]);
  });

  it('changes the name, and clears it when the probe is edited', async () => {
    const stores = benchWith([EGGS, COOK]);

    await addProbe(stores, { ...EGGS, name: 'left' });
    expect(listOf(stores)[0]?.name).toBe('left');

    await addProbe(stores, { ...EGGS, name: '' }, EGGS.expression);
    expect(listOf(stores)[0]?.name).toBe('');
  });
});

describe('a probe list that main refuses', () => {
  it('is not shown, and the draft is restored', async () => {
    const stores = benchWith([COOK], () => no('found more, wanted 50 probes or fewer'));
    const draft = { ...NO_DRAFT, ...EGGS };
    stores.probes.setState({ draft });

    await saveProbeDraft(stores);

    expect(listOf(stores)).toEqual([COOK]);
    expect(stores.probes.getState().draft).toBe(draft);
    expect(lastNotice(stores)?.text).toBe('found more, wanted 50 probes or fewer');
  });

  it('keeps a probe that was to be removed', async () => {
    const stores = benchWith([COOK], () => no('the disk is full'));

    await removeProbe(stores, COOK);

    expect(listOf(stores)).toEqual([COOK]);
    expect(stores.notices.getState().notices.map(({ text }) => text)).toEqual(['the disk is full']);
  });
});

describe('Undo of a removed probe', () => {
  it('puts the probe back in its place, and keeps probes added since', async () => {
    const stores = benchWith([EGGS, COOK]);
    await removeProbe(stores, EGGS);
    await addProbe(stores, GUESTS);

    lastNotice(stores)?.acts[0]?.run();

    expect(listOf(stores)).toEqual([EGGS, COOK, GUESTS]);
  });

  it('does not add the probe twice when it was added again meanwhile', async () => {
    const stores = benchWith([EGGS]);
    await removeProbe(stores, EGGS);
    const undo = lastNotice(stores)?.acts[0];
    await addProbe(stores, EGGS);

    undo?.run();

    expect(listOf(stores)).toEqual([EGGS]);
  });
});

describe('seekProbe()', () => {
  const playing = (known: Partial<typeof NO_SERIES>): AppStores => {
    const stores = benchWith([EGGS]);
    const series: ProbesState['series'] = new Map([
      [EGGS.expression, { ...NO_SERIES, ...known, entries: [-1, 4], values: [0, 1] }],
    ]);
    stores.probes.setState({ series });
    stores.log.setState({ run: runId('r1'), rows: rows(10), count: 10 });
    stores.selection.setState({ at: 4, following: false, playing: true });
    return stores;
  };

  it.each([
    [10, 'eggs does not change after #4.'],
    [7, 'eggs is evaluated only up to #6 so far.'],
    [0, 'eggs is evaluated only up to the first entry so far.'],
    [-1, 'eggs is not evaluated yet.'],
  ])('says how far the probe is evaluated when %s is the next entry to read', (next, said) => {
    const stores = playing({ next });

    seekProbe(stores, 1);

    expect(lastNotice(stores)?.text).toBe(said);
    expect(stores.selection.getState()).toMatchObject({ at: 4, playing: true });
  });

  it('stops playback and moves to the previous change', () => {
    const stores = playing({ next: 10 });

    seekProbe(stores, -1);

    expect(stores.selection.getState()).toMatchObject({ at: -1, playing: false });
  });
});

it('retryProbe() drops the series of a probe that failed', () => {
  const stores = benchWith([EGGS]);
  stores.probes.setState({
    series: new Map([[EGGS.expression, { ...NO_SERIES, entries: [], values: [], problem: 'hangs' }]]),
  });

  retryProbe(stores, EGGS);

  expect(stores.probes.getState().series.size).toBe(0);
});
