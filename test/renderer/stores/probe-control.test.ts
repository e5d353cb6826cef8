import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/ids.ts';
import type { Probe } from '../../../preload/contract.ts';
import { type Bench, benchFor } from '../../../renderer/stores/app-stores.ts';
import {
  addProbe,
  keepDraft,
  NO_DRAFT,
  type ProbesState,
  removeProbe,
  retryProbe,
  seekProbe,
} from '../../../renderer/stores/probes.ts';
import { NO_SERIES } from '../../../renderer/ui/format/probe-series.ts';
import { type Answers, fakeLab, no, yes } from '../fake-lab.ts';
import { rows } from '../rows.ts';

const [EGGS, COOK, GUESTS] = [
  { name: 'eggs', expression: 'apps.kitchen.eggs' },
  { name: '', expression: 'apps.kitchen.cook' },
  { name: 'guests', expression: 'apps.hall.guests' },
] as const satisfies readonly Probe[];

const benchWith = (
  list: readonly Probe[],
  set: NonNullable<Answers['probes.set']> = () => yes(null),
): Bench & { readonly lab: ReturnType<typeof fakeLab> } => {
  const lab = fakeLab({ 'probes.set': set });
  const bench = benchFor(lab);
  bench.probes.setState({ list });
  return { ...bench, lab };
};

const listOf = ({ probes }: Bench): readonly Probe[] => probes.getState().list;
const lastNotice = ({ notices }: Bench) => notices.getState().notices.at(-1);

describe('a probe that is there already', () => {
  it('keeps its name when it is added again without one, and is picked', async () => {
    const bench = benchWith([EGGS, COOK]);

    await addProbe(bench, { ...EGGS, name: '' });

    expect(listOf(bench)).toEqual([EGGS, COOK]);
    expect(bench.probes.getState().picked).toBe(EGGS.expression);
    expect(bench.lab.asked).toEqual([]);
  });

  it('takes a new name, or loses its own where it is changed', async () => {
    const bench = benchWith([EGGS, COOK]);

    await addProbe(bench, { ...EGGS, name: 'left' });
    expect(listOf(bench)[0]?.name).toBe('left');

    await addProbe(bench, { ...EGGS, name: '' }, EGGS.expression);
    expect(listOf(bench)[0]?.name).toBe('');
  });
});

describe('a list that main refuses', () => {
  it('is not shown, and the draft comes back', async () => {
    const bench = benchWith([COOK], () => no('found more, wanted 50 probes or fewer'));
    const draft = { ...NO_DRAFT, ...EGGS };
    bench.probes.setState({ draft });

    await keepDraft(bench);

    expect(listOf(bench)).toEqual([COOK]);
    expect(bench.probes.getState().draft).toBe(draft);
    expect(lastNotice(bench)?.text).toBe('found more, wanted 50 probes or fewer');
  });

  it('takes no probe away', async () => {
    const bench = benchWith([COOK], () => no('the disk is full'));

    await removeProbe(bench, COOK);

    expect(listOf(bench)).toEqual([COOK]);
    expect(bench.notices.getState().notices.map(({ text }) => text)).toEqual(['the disk is full']);
  });
});

describe('a probe that was removed', () => {
  it('comes back in its place, beside what was added since', async () => {
    const bench = benchWith([EGGS, COOK]);
    await removeProbe(bench, EGGS);
    await addProbe(bench, GUESTS);

    lastNotice(bench)?.act?.run();

    expect(listOf(bench)).toEqual([EGGS, COOK, GUESTS]);
  });

  it('does not come back twice', async () => {
    const bench = benchWith([EGGS]);
    await removeProbe(bench, EGGS);
    const undo = lastNotice(bench)?.act;
    await addProbe(bench, EGGS);

    undo?.run();

    expect(listOf(bench)).toEqual([EGGS]);
  });
});

describe('the next change of a probe', () => {
  const playing = (known: Partial<typeof NO_SERIES>): Bench => {
    const bench = benchWith([EGGS]);
    const series: ProbesState['series'] = new Map([
      [EGGS.expression, { ...NO_SERIES, ...known, entries: [-1, 4], values: [0, 1] }],
    ]);
    bench.probes.setState({ series });
    bench.log.setState({ run: runId('r1'), rows: rows(10), count: 10 });
    bench.playhead.setState({ at: 4, following: false, playing: true });
    return bench;
  };

  it.each([
    [10, 'eggs does not change after #4.'],
    [7, 'eggs is looked at up to #6.'],
    [0, 'eggs is looked at up to the first entry.'],
    [-1, 'eggs is not looked at.'],
  ])('is denied only as far as entries are looked at, before %s', (next, said) => {
    const bench = playing({ next });

    seekProbe(bench, 1);

    expect(lastNotice(bench)?.text).toBe(said);
    expect(bench.playhead.getState()).toMatchObject({ at: 4, playing: true });
  });

  it('stops what plays where it is gone to', () => {
    const bench = playing({ next: 10 });

    seekProbe(bench, -1);

    expect(bench.playhead.getState()).toMatchObject({ at: -1, playing: false });
  });
});

it('a probe is begun anew when it is tried again', () => {
  const bench = benchWith([EGGS]);
  bench.probes.setState({
    series: new Map([[EGGS.expression, { ...NO_SERIES, entries: [], values: [], trouble: 'hangs' }]]),
  });

  retryProbe(bench, EGGS);

  expect(bench.probes.getState().series.size).toBe(0);
});
