import { expect, it } from 'vitest';
import { laneCount, laneRows } from '../../../../renderer/views/verdict/lanes.ts';

it('laneRows() draws two calls after one, and one call after both', () => {
  const rows = laneRows([
    { id: 'ask', parents: [] },
    { id: 'left', parents: ['ask'] },
    { id: 'right', parents: ['ask'] },
    { id: 'both', parents: ['left', 'right'] },
  ]);

  expect(rows).toEqual([
    { lane: 0, from: [], through: [], goesOn: true },
    { lane: 1, from: [0], through: [0], goesOn: true },
    { lane: 0, from: [0], through: [1], goesOn: true },
    { lane: 1, from: [1, 0], through: [], goesOn: false },
  ]);
  expect(laneCount(rows)).toBe(2);
});
