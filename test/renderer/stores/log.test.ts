import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { LIMITS, type LogRow, type RowBatch } from '../../../preload/contract.ts';
import { appendRows, createLogStore, syncLog } from '../../../renderer/stores/log.ts';
import { fakeBridge, no, yes } from '../fake-bridge.ts';
import { rows } from '../rows.ts';

const grown = (known: LogRow[], batch: readonly LogRow[]): readonly LogRow[] => {
  appendRows(known, batch);
  return known;
};

describe('appendRows() to the rows of a log', () => {
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

/** Rows as main sends them from the middle of a log: without summaries. */
function outlines(from: number, log: readonly LogRow[]): RowBatch {
  const nothing = { from: from + log.length, text: '', ends: new Uint32Array() };
  return { ...packWholeRows(from, log), summaries: nothing };
}

describe('syncLog()', () => {
  it('updates the count when it has grown fivefold, and at the end', async () => {
    const bridge = fakeBridge({
      'log.rows': ({ from }) => yes(packWholeRows(from, rows(7).slice(from, from + 1))),
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

    const close = syncLog(bridge, store, runId('r1'), 0);
    await over;
    close();

    expect(counts).toEqual([1, 5, 7]);
  });

  it('reads summaries after the rows: first those that were missed, then from the end', async () => {
    const PAGE = LIMITS.summaries;
    const log = rows(3 * PAGE);
    const bridge = fakeBridge({
      'log.rows': ({ from }) => yes(outlines(from, log.slice(from))),
      'log.summaries': ({ from }) => {
        const texts = log.slice(from, from + PAGE).map(({ index }) => `s${index} `);
        const ends = Uint32Array.from(texts, (_, nth) => texts.slice(0, nth + 1).join('').length);
        return yes({ from, text: texts.join(''), ends });
      },
      'log.index': () => yes(null),
    });
    const store = createLogStore();
    const seen: string[] = [];
    const left: number[] = [];
    const over = new Promise<void>((resolve) => {
      store.subscribe(({ rows: shown, loading, summarized, summariesLeft }, before) => {
        if (summariesLeft !== before.summariesLeft) left.push(summariesLeft);
        if (!loading && before.loading) seen.push(shown[5]!.summary);
        if (summarized > before.summarized) seen.push(shown[5]!.summary);
      });
      const poll = bridge.call.bind(bridge);
      bridge.call = (name, request) => {
        if (name === 'log.index') resolve();
        return poll(name, request);
      };
    });

    const close = syncLog(bridge, store, runId('r1'), 0);
    await over;
    close();

    expect(seen).toEqual(['', 's5 ']);
    expect(left).toEqual([3 * PAGE, 2 * PAGE, PAGE, 0]);
    expect(bridge.asked.filter((question) => question.startsWith('log.summaries'))).toEqual(
      [0, 2 * PAGE, PAGE].map((from) => `log.summaries {"run":"r1","from":${from}}`),
    );
    expect(store.getState().rows.map(({ summary }) => summary)).toEqual(log.map(({ index }) => `s${index} `));
  });

  it('reads the last rows of a long log first, and keeps them until it has all', async () => {
    const log = rows(LIMITS.rows + 1_000);
    const bridge = fakeBridge({
      'log.rows': ({ from }) => yes(packWholeRows(from, log.slice(from, from + LIMITS.rows))),
      'log.index': () => yes(null),
    });
    const store = createLogStore();
    const tails: (readonly [from: number, shown: number, count: number])[] = [];
    const over = new Promise<void>((resolve) => {
      store.subscribe(({ tail, count, loading }, before) => {
        if (tail !== undefined && tail !== before.tail)
          tails.push([tail.from, Object.keys(tail.rows).length, count]);
        if (!loading) resolve();
      });
    });

    const close = syncLog(bridge, store, runId('r1'), log.length);
    await over;
    close();

    expect(bridge.asked[0]).toBe(`log.rows {"run":"r1","from":${log.length - 500}}`);
    expect(tails).toEqual([[log.length - 500, 500, 0]]);
    expect(store.getState().tail).toBeUndefined();
    expect(store.getState().count).toBe(log.length);
  });

  it('stores the error when summaries cannot be read', async () => {
    const bridge = fakeBridge({
      'log.rows': ({ from }) => yes(outlines(from, rows(3).slice(from))),
      'log.summaries': () => no('the row does not match its checksum'),
      'log.index': () => yes(null),
    });
    const store = createLogStore();
    const told = new Promise<string>((resolve) => {
      store.subscribe(({ problem }) => {
        if (problem !== undefined) resolve(problem.message);
      });
    });

    const close = syncLog(bridge, store, runId('r1'), 0);

    expect(await told).toBe('the row does not match its checksum');
    close();
  });
});
