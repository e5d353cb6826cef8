import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../../preload/contract.ts';
import type { EventPlace } from '../../../../renderer/stores/plan.ts';
import { type LineMark, LineMarks } from '../../../../renderer/views/editor/line-marks.ts';
import { row, rows } from '../../rows.ts';

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

function marksIn(places: readonly EventPlace[], log: readonly LogRow[]): readonly LineMark[] {
  const marks = new LineMarks(FILE, places, log);
  marks.grow();
  return marks.marks;
}

describe('LineMarks', () => {
  it('marks lines with the state of the events declared there', () => {
    const log = [
      row(0, { event: 'order' }),
      row(1, { event: 'check', verdict: 'waiting' }),
      row(2, { event: 'egg' }),
      row(3, { event: 'toast', status: 'failed' }),
      row(4, { event: 'order' }),
      row(5, { event: 'somebody-else' }),
    ];

    expect(marksIn(PLACES, log)).toEqual([
      { line: 4, state: 'fired', entries: [0, 4] },
      { line: 6, state: 'failed', entries: [3] },
      { line: 9, state: 'waiting', entries: [1] },
      { line: 12, state: 'never', entries: [] },
    ]);
  });

  it('marks a check that held as fired, not as waiting', () => {
    const log = [row(0, { event: 'check', verdict: 'waiting' }), row(1, { event: 'check', verdict: 'held' })];

    expect(marksIn([at('check', 9)], log)).toEqual([{ line: 9, state: 'fired', entries: [1] }]);
  });

  it('marks a line with the first of several events of the same state', () => {
    const log = [row(0, { event: 'toast' }), row(1, { event: 'egg' })];

    expect(marksIn([at('egg', 6), at('toast', 6)], log)).toEqual([{ line: 6, state: 'fired', entries: [1] }]);
  });

  it('reports whether new entries changed a mark', () => {
    const log = rows(0);
    const marks = new LineMarks(FILE, [at('egg', 6)], log);
    const batches: readonly (readonly LogRow[])[] = [
      [],
      [row(0)],
      [row(1)],
      [row(2, { event: 'egg' })],
      [row(3, { event: 'egg', verdict: 'waiting' })],
    ];

    const seen = batches.map((batch) => {
      log.push(...batch);
      return marks.grow() ? marks.marks : undefined;
    });

    const never = { line: 6, state: 'never', entries: [] };
    const fired = { line: 6, state: 'fired', entries: [2] };
    expect(seen).toEqual([undefined, [never], undefined, [fired], undefined]);
  });
});
