import { describe, expect, it } from 'vitest';
import { seedsIn } from '../../../renderer/stores/sweeps.ts';

describe('seedsIn()', () => {
  it.each([
    ['', 'own'],
    ['3', [3]],
    ['0..3', [0, 1, 2, 3]],
    ['7, 1..2 1', [1, 2, 7]],
  ])('reads %j as %j', (typed, seeds) => {
    expect(seedsIn(typed)).toEqual(seeds);
  });

  it.each(['x', ',', '3..1', '-1', '1.5', '0..999999999'])('refuses %j', (typed) => {
    expect(seedsIn(typed)).toBeUndefined();
  });
});
