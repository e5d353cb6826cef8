import { describe, expect, it } from 'vitest';
import { seedsIn } from '../../../renderer/stores/sweeps.ts';

describe('the seeds of a sweep', () => {
  it.each([
    ['', 'own'],
    ['3', [3]],
    ['0..3', [0, 1, 2, 3]],
    ['7, 1..2 1', [1, 2, 7]],
  ])('of %j are %j', (typed, seeds) => {
    expect(seedsIn(typed)).toEqual(seeds);
  });

  it.each(['x', '3..1', '-1', '1.5', '0..999999999'])('of %j are none', (typed) => {
    expect(seedsIn(typed)).toBeUndefined();
  });
});
