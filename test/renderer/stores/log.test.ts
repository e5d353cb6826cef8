import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { packRows } from '../../../main/host/inspect/log-rows.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { append, createLogStore, syncLog } from '../../../renderer/stores/log.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { rows } from '../rows.ts';

const grown = (known: LogRow[], batch: readonly LogRow[]): readonly LogRow[] => {
  append(known, batch);
  return known;
};

describe('append() to the rows of a log', () => {
  it('adds the next rows', () => {
    expect(grown(rows(3), rows(5).slice(3))).toEqual(rows(5));
  });

  it('ignores rows that are there already', () => {
    expect(grown(rows(5), rows(5).slice(2))).toEqual(rows(5));
  });

  it('adds the new part of an overlapping batch', () => {
    expect(grown(rows(3), rows(6).slice(1))).toEqual(rows(6));
  });

  it('ignores rows after a gap', () => {
    expect(grown(rows(3), rows(9).slice(7))).toEqual(rows(3));
  });
});

describe('syncLog()', () => {
  it('updates the count when it has doubled, and at the end', async () => {
    const bridge = fakeBridge({
      'log.rows': ({ from }) => yes(packRows(from, rows(7).slice(from, from + 1))),
      'log.index': () => yes(null),
    });
    const store = createLogStore();
    const counts: number[] = [];
    const over = new Promise<void>((resolve) => {
      store.subscribe(({ count, loading }, before) => {
        if (count !== before.count) counts.push(count);
        if (!loading) resolve();
      });
    });

    const close = syncLog(bridge, store, runId('r1'));
    await over;
    close();

    expect(counts).toEqual([1, 2, 4, 7]);
  });
});
