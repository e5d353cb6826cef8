import { describe, expect, it } from 'vitest';
import { RUN_RESULTS, type RunGroup } from '../../../engine/model/index.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import {
  toggleFolded,
  createLibraryStore,
  toggleSelected,
  sortBy,
} from '../../../renderer/stores/library.ts';
import { rowsOf } from '../../../renderer/views/library/run-table.tsx';
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

  it('shows only the header of a folded group', () => {
    const library = createLibraryStore();
    const group = (name: string, number: number) => ({
      name,
      runs: 1,
      rates: { all: undefined, judged: undefined },
      regressions: 0,
      counts: Object.fromEntries(RUN_RESULTS.map((result) => [result, 1])) as RunGroup['counts'],
      lines: [{ line: line(number), depth: 0 }],
    });
    const answer = { total: 2, found: 2, groups: [group('lunch', 1), group('supper', 2)] };

    toggleFolded(library, 'lunch');

    const rows = rowsOf(answer, library.getState().folded);
    expect(rows.map((row) => (row.line === undefined ? row.group.name : row.line.id))).toEqual([
      'lunch',
      'supper',
      'r2',
    ]);
  });
});
