import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../engine/index.ts';
import type { Change } from '../../../../engine/model/log-entry.ts';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import type { Path } from '../../../../engine/model/values/paths.ts';
import { valueHistoryOf } from '../../../../main/host/inspect/value-history.ts';
import { emptyStore, fill, minute, PANTRY, supper } from '../../../engine/store/pantry.ts';

/** A run whose entries each insert a jar at the front, except for the entries in `others`. */
function shelf(count: number, others: Readonly<Record<number, readonly Change[]>> = {}): [Store, RunId] {
  const store = emptyStore();
  const writer = store.begin(supper());
  const entries = Array.from({ length: count }, (_, index) => ({
    ...fill(index),
    changes: others[index] ?? fill(index).changes,
  }));
  writer.append(entries, minute(count));
  return [store, writer.id];
}

const label = (at: number, value: string): Change => ({
  op: 'set',
  app: PANTRY,
  path: ['jars', at, 'label'],
  value,
});

const jar = (at: number): Path => ['jars', at, 'label'];

describe('valueHistoryOf()', () => {
  // Jar 2 is first after entry 2, second after entry 3, relabelled by entry 4, and so on.
  const [store, run] = shelf(10, { 4: [label(1, 'figs')], 7: [label(3, 'pears')] });
  const followed = { run, app: PANTRY, path: jar(3), since: 6 };

  it('lists who changed a value, newest first, at whatever index it was then', async () => {
    const trail = await valueHistoryOf(store, followed, 9);

    expect(trail).toEqual({
      path: jar(5),
      writers: [
        { index: 7, how: 'set', value: 'pears', argument: undefined },
        { index: 4, how: 'set', value: 'figs', argument: undefined },
        { index: 2, how: 'inserted', value: 'plums 2', argument: 'label' },
      ],
      more: false,
      next: undefined,
    });
  });

  it('returns the history up to an earlier entry, and the next change', async () => {
    expect(await valueHistoryOf(store, followed, 3)).toMatchObject({
      path: jar(1),
      writers: [{ index: 2 }],
      next: 4,
    });
    expect(await valueHistoryOf(store, followed, 6)).toMatchObject({
      writers: [{ index: 4 }, { index: 2 }],
      next: 7,
    });
  });

  it('returns no path and no changes before the value existed', async () => {
    expect(await valueHistoryOf(store, followed, 1)).toEqual({
      path: undefined,
      writers: [],
      more: false,
      next: 2,
    });
  });

  it('ends with the entry that deleted the value', async () => {
    const away: Change = { op: 'splice', app: PANTRY, path: ['jars'], at: 0, remove: 9, insert: [] };
    const [store, run] = shelf(5, { 4: [away] });

    expect(await valueHistoryOf(store, { run, app: PANTRY, path: jar(0), since: 3 }, 4)).toMatchObject({
      path: undefined,
      writers: [{ index: 4, how: 'deleted' }, { index: 3 }],
    });
  });

  it('returns at most 100 changes of a long run and says there are more', async () => {
    const [store, run] = shelf(1_500);

    const trail = await valueHistoryOf(store, { run, app: PANTRY, path: ['jars'], since: 1_499 }, 1_499);

    expect(trail.writers).toHaveLength(100);
    expect(trail.writers[0]).toEqual({ index: 1_499, how: 'within', value: undefined });
    expect(trail.more).toBe(true);
  });
});
