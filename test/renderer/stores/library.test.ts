import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import {
  createLibraryStore,
  lineAt,
  moveBy,
  moveToPosition,
  openLibrary,
  readShownLines,
  sortBy,
  syncLibrary,
  toggleAllRuns,
  toggleSelected,
} from '../../../renderer/stores/library.ts';
import { createSelectionStore } from '../../../renderer/stores/selection.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';
import { line } from '../../engine/analysis/run-lines.ts';

const [one, other] = [runId('r1'), runId('r2')];

describe('the library', () => {
  it('reverses the order when a column is sorted again', () => {
    const library = createLibraryStore();

    sortBy(library, 'scenario');
    expect(library.getState()).toMatchObject({ order: 'scenario', descending: false });
    sortBy(library, 'scenario');
    expect(library.getState().descending).toBe(true);
    sortBy(library, 'events');
    expect(library.getState()).toMatchObject({ order: 'events', descending: true });
  });

  it('adds to the selection, and clears it when all are selected already', () => {
    const library = createLibraryStore();
    const picked = (): string => [...library.getState().selected].join(' ');

    toggleSelected(library, [one]);
    toggleSelected(library, [one, other]);
    expect(picked()).toBe('r1 r2');
    toggleSelected(library, [one, other]);
    expect(picked()).toBe('');
  });
});

/** A main with `count` runs, r1 the first, and a library that is in step with it. */
function library(count: number) {
  const lines = Array.from({ length: count }, (_, nth) => ({ line: line(nth + 1), depth: 0 }));
  const bridge = fakeBridge({
    'library.find': ({ from, limit, at, selected }) => {
      const position = at === undefined ? -1 : lines.findIndex((one) => one.line.id === at);
      return yes({
        total: count,
        found: count,
        groups: [],
        from,
        lines: lines.slice(from, from + limit),
        at: position < 0 ? undefined : position,
        selected: selected.map(runId).filter((id) => lines.some((one) => one.line.id === id)),
        scorers: undefined,
        isReading: false,
      });
    },
    'library.values': () => yes({ scenario: ['supper'] }),
    'library.ids': () => yes(lines.map((one) => one.line.id)),
  });
  const store = createLibraryStore();
  const stop = syncLibrary({ bridge, library: store, selection: createSelectionStore() });
  openLibrary(store);
  const read = () => bridge.asked.filter((asked) => asked.startsWith('library.find')).length;
  return { bridge, store, lines, read, [Symbol.dispose]: stop };
}

describe('the list of many runs', () => {
  it('is asked for again while main is still reading, until it is that of all runs', async () => {
    let asked = 0;
    const bridge = fakeBridge({
      'library.find': ({ from }) => {
        asked += 1;
        const isReading = asked === 1;
        const scorers = [isReading ? 'taste' : 'salt'];
        const lines = [{ line: line(1), depth: 0 }];
        return yes({
          total: 1,
          found: 1,
          groups: [],
          from,
          lines,
          at: undefined,
          selected: [],
          scorers,
          isReading,
        });
      },
    });
    const store = createLibraryStore();
    using _stop = {
      [Symbol.dispose]: syncLibrary({ bridge, library: store, selection: createSelectionStore() }),
    };
    openLibrary(store);

    await expect.poll(() => store.getState().answer?.scorers).toEqual(['salt']);
    expect(asked).toBe(2);
  });

  it('reads the part that is shown, and another when a scroll leaves it', async () => {
    using it = library(100_000);
    await expect.poll(() => it.store.getState().answer?.lines.length).toBe(300);
    expect(it.read()).toBe(1);

    readShownLines(it.store, 200, 240);
    expect(it.read()).toBe(1);
    readShownLines(it.store, 50_000, 50_040);
    await expect.poll(() => lineAt(it.store.getState().answer!, 50_020)?.id).toBe('r50021');
    expect(it.read()).toBe(2);
  });

  it('moves to a run that is not read yet', async () => {
    using it = library(100_000);
    await expect.poll(() => it.store.getState().answer?.found).toBe(100_000);

    moveBy(it.store, 1);
    expect(it.store.getState()).toMatchObject({ at: 'r1', position: 0 });
    moveBy(it.store, Infinity);
    await expect.poll(() => it.store.getState().at).toBe('r100000');
    moveBy(it.store, -1);
    expect(it.store.getState()).toMatchObject({ at: 'r99999', position: 99_998 });
  });

  it('selects all runs, also those that are not read, and none again', async () => {
    using it = library(1000);
    await expect.poll(() => it.store.getState().answer?.found).toBe(1000);

    await toggleAllRuns({ bridge: it.bridge, library: it.store });
    expect(it.store.getState().selected.size).toBe(1000);
    await toggleAllRuns({ bridge: it.bridge, library: it.store });
    expect(it.store.getState().selected.size).toBe(0);
  });

  it('keeps the current run wherever it goes, and drops selected runs that are gone', async () => {
    using it = library(10);
    await expect.poll(() => it.store.getState().answer?.found).toBe(10);
    moveToPosition(it.store, 4);
    toggleSelected(it.store, [runId('r3'), runId('r7')]);

    it.lines.unshift({ line: line(11), depth: 0 });
    it.lines.splice(7, 1);
    it.bridge.tell('workspace.changed', {} as never);

    await expect.poll(() => it.store.getState().position).toBe(5);
    expect(it.store.getState().at).toBe('r5');
    expect([...it.store.getState().selected]).toEqual(['r3']);
  });
});
