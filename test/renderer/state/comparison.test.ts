import { describe, expect, it } from 'vitest';
import type { ComparedRow } from '../../../engine/model/comparison.ts';
import { entriesAt, nextDifference, placesShown } from '../../../renderer/compare/places.ts';

const compared = (kind: ComparedRow['kind'], a: number | undefined, b: number | undefined): ComparedRow => ({
  kind,
  a,
  b,
  differences: [],
});

const ROWS = [
  compared('equal', 0, 0),
  compared('moved', 4, 1),
  compared('only-a', 1, undefined),
  compared('changed', 2, 2),
  compared('only-b', undefined, 3),
  compared('equal', 3, 4),
];

describe('a comparison', () => {
  it('shows all rows, or those that differ', () => {
    expect(placesShown(ROWS, false)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(placesShown(ROWS, true)).toEqual([1, 2, 3, 4]);
  });

  it('goes from difference to difference, and stays at the last', () => {
    expect(nextDifference(ROWS, 0, 1)).toBe(1);
    expect(nextDifference(ROWS, 5, -1)).toBe(4);
    expect(nextDifference(ROWS, 4, 1)).toBe(4);
  });

  it('knows how far each run has come at a row', () => {
    expect([0, 1, 2, 3, 4, 5].map((at) => entriesAt(ROWS, at))).toEqual([
      { a: 0, b: 0 },
      { a: 4, b: 1 },
      { a: 1, b: 0 },
      { a: 2, b: 2 },
      { a: 2, b: 3 },
      { a: 3, b: 4 },
    ]);
  });
});
