import { describe, expect, it } from 'vitest';
import { marksIn, placeOf } from '../../../renderer/state/places.ts';
import { row } from '../rows.ts';

const FILE = 'scenarios/breakfast.ts';
const at = (event: string, line: number, file = FILE) => ({ event, place: { file, line, column: 3 } });
const PLACES = [
  at('order', 4),
  at('egg', 6),
  at('toast', 6),
  at('check', 9),
  at('far', 1, 'scenarios/lib.ts'),
  at('late', 12),
];

describe('the lines of a scenario', () => {
  it('say what came of the events that are written on them', () => {
    const rows = [
      row(0, { event: 'order' }),
      row(1, { event: 'check', verdict: 'waiting' }),
      row(2, { event: 'egg' }),
      row(3, { event: 'toast', status: 'failed' }),
      row(4, { event: 'order' }),
      row(5, { event: 'somebody-else' }),
    ];

    expect(marksIn(FILE, PLACES, rows)).toEqual([
      { line: 4, state: 'fired', entries: [0, 4] },
      { line: 6, state: 'failed', entries: [3] },
      { line: 9, state: 'waiting', entries: [1] },
      { line: 12, state: 'never', entries: [] },
    ]);
  });

  it('forget that a check waited once it held', () => {
    const rows = [
      row(0, { event: 'check', verdict: 'waiting' }),
      row(1, { event: 'check', verdict: 'held' }),
    ];

    expect(marksIn(FILE, [at('check', 9)], rows)).toEqual([{ line: 9, state: 'fired', entries: [1] }]);
  });

  it('are found by an event', () => {
    expect(placeOf(PLACES, 'egg')?.line).toBe(6);
    expect(placeOf(PLACES, 'tea')).toBeUndefined();
  });
});
