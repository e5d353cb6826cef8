import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../../engine/model/run.ts';
import { findRows } from '../../../renderer/report/entry-list.tsx';
import { fill, MORNING } from '../../engine/store/pantry.ts';
import { rows } from '../rows.ts';

const entries = [fill(0), fill(1, 'figs "dried"'), fill(2), fill(3)];
const run = {
  entries,
  rows: rows(entries.length),
  notes: [],
  states: {},
  costs: { answers: [], calls: [] },
  summary: { start: MORNING } as RunSummary,
};
const found = (text: string): ReturnType<typeof findRows> => findRows(run, text);

describe('findRows()', () => {
  it.each([
    ['', [0, 1, 2, 3]],
    ['plums', [0, 2, 3]],
    ['"plums 2"', [2]],
    ['FIGS', [1]],
    ['-figs', [0, 2, 3]],
    ['app:mail', [0, 1, 2, 3]],
    ['app:mail arg.label:figs', [1]],
    ['arg.label="plums 3"', [3]],
    ['arg.colour:red', []],
    ['event:event-1', [1]],
  ])('finds rows by the query %j', (text, indexes) => {
    expect(found(text)).toEqual(indexes);
  });

  it('returns a message for an unknown filter', () => {
    expect(found('colour:red')).toMatchObject({
      message: expect.stringContaining('Unknown filter "colour"') as string,
    });
  });
});
