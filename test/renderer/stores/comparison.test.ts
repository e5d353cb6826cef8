import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ComparedRow, type Comparison, packComparison } from '../../../engine/model/comparison.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { closeComparison, compareRuns } from '../../../renderer/stores/comparison.ts';
import {
  entriesAt,
  entriesAtTime,
  nextDifference,
  visibleRows,
} from '../../../renderer/views/compare/visible-rows.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { breakfast, kitchenAnswers, secondsIn } from '../kitchen.ts';
import { rows } from '../rows.ts';

const compared = (kind: ComparedRow['kind'], a: number | undefined, b: number | undefined): ComparedRow => ({
  kind,
  a,
  b,
  differences: [],
});

const none = (): boolean => false;

const ROWS = [
  compared('equal', 0, 0),
  compared('moved', 4, 1),
  compared('only-a', 1, undefined),
  compared('changed', 2, 2),
  compared('only-b', undefined, 3),
  compared('equal', 3, 4),
];

describe('the rows of a comparison', () => {
  it('show all rows, or only those that differ', () => {
    expect(visibleRows(ROWS, false)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(visibleRows(ROWS, true)).toEqual([1, 2, 3, 4]);
  });

  it('step from difference to difference and stay at the last', () => {
    expect(nextDifference(ROWS, 0, 1, none)).toBe(1);
    expect(nextDifference(ROWS, 5, -1, none)).toBe(4);
    expect(nextDifference(ROWS, 4, 1, none)).toBe(4);
  });

  it('count consecutive waiting checks as one difference', () => {
    const differing = ['only-b', 'changed', 'equal', 'only-b', 'equal', 'only-a'] as const;
    const all = differing.map((kind, at) => compared(kind, at, at));
    const isWait = (place: number): boolean => place < 4;

    expect(nextDifference(all, -1, 1, isWait)).toBe(0);
    expect(nextDifference(all, 0, 1, isWait)).toBe(5);
    expect(nextDifference(all, 5, -1, isWait)).toBe(0);
  });

  it('give the entry that each run has reached at a row', () => {
    expect([0, 1, 2, 3, 4, 5].map((at) => entriesAt(ROWS, at))).toEqual([
      { a: 0, b: 0 },
      { a: 4, b: 1 },
      { a: 1, b: 0 },
      { a: 2, b: 2 },
      { a: 2, b: 3 },
      { a: 3, b: 4 },
    ]);
  });

  it('give the entry that each run has reached at the time of a row', () => {
    const comparison = { rows: ROWS, initialStates: [], divergence: undefined } as unknown as Comparison;
    const late = rows(5).map((one) => ({ ...one, time: secondsIn(100 + 2 * one.index) }));
    const shown = { comparison, a: rows(5).map((one) => ({ ...one, time: secondsIn(one.index) })), b: late };

    expect(entriesAtTime(shown, 3)).toEqual({ a: 2, b: 1 });
    expect(entriesAtTime(shown, 4)).toEqual({ a: 4, b: 3 });
    expect(entriesAtTime(shown, 99)).toEqual({ a: -1, b: -1 });
  });
});

describe('the comparison of an active run', () => {
  it('is repeated when the run changes, and follows the first divergence', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let count = 2;
    const bridge = fakeBridge({
      ...kitchenAnswers(),
      'log.rows': ({ from }) => yes(packWholeRows(from, rows(count).slice(from))),
      'comparison.runs': () =>
        yes(
          packComparison({
            rows: rows(count).map((_, at) => compared('equal', at, at)),
            initialStates: [],
            ids: [],
            divergence: { row: count - 1 } as Comparison['divergence'],
          }),
        ),
    });
    const stores = createAppStores(bridge);
    onTestFinished(syncStores(stores));

    await compareRuns(stores, runId('r1'), runId('r2'));
    expect(stores.comparison.getState()).toMatchObject({ at: 1, shown: { a: { length: 2 } } });
    count = 5;
    for (const id of ['r3', 'r2']) bridge.tell('run.changed', breakfast({ id: runId(id) }));
    await vi.advanceTimersByTimeAsync(2_000);

    expect(stores.comparison.getState()).toMatchObject({ at: 4, shown: { a: { length: 5 } } });
    expect(bridge.asked.filter((asked) => asked.startsWith('comparison.runs '))).toHaveLength(2);
  });

  it('is cancelled when the person leaves it before it is there, and only then', async () => {
    const bridge = fakeBridge({
      ...kitchenAnswers(),
      'log.rows': ({ from }) => yes(packWholeRows(from, [])),
      'comparison.runs': () =>
        yes(packComparison({ rows: [], initialStates: [], ids: [], divergence: undefined })),
      'comparison.cancel': () => yes(null),
    });
    const stores = createAppStores(bridge);
    const cancelled = (): number =>
      bridge.asked.filter((asked) => asked.startsWith('comparison.cancel')).length;

    const first = compareRuns(stores, runId('r1'), runId('r2'));
    const second = compareRuns(stores, runId('r1'), runId('r3'));
    expect(cancelled()).toBe(1);
    closeComparison(stores);
    expect(cancelled()).toBe(2);

    await Promise.all([first, second]);
    expect(stores.comparison.getState().shown).toBeUndefined();
    await compareRuns(stores, runId('r1'), runId('r2'));
    closeComparison(stores);
    expect(cancelled()).toBe(2);
  });

  it('is repeated when the run ends, and an older result does not replace the newer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let asked = 0;
    const bridge = fakeBridge({
      ...kitchenAnswers(),
      'log.rows': ({ from }) => yes(packWholeRows(from, [])),
    });
    const compare = async (): Promise<unknown> => {
      const mine = asked;
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, mine === 0 ? 5_000 : 10));
      return yes(
        packComparison({
          rows: rows(mine + 1).map((_, at) => compared('equal', at, at)),
          initialStates: [],
          ids: [],
          divergence: undefined,
        }),
      );
    };
    const stores = createAppStores({
      ...bridge,
      call: (name, request) =>
        name === 'comparison.runs' ? (compare() as never) : bridge.call(name, request),
    });
    onTestFinished(syncStores(stores));

    void compareRuns(stores, runId('r1'), runId('r2'));
    bridge.tell('run.changed', breakfast({ id: runId('r2') }));
    await vi.advanceTimersByTimeAsync(6_000);

    expect(stores.comparison.getState().shown?.comparison.rows).toHaveLength(2);
  });
});
