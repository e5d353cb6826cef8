import { expect, it } from 'vitest';
import { seededRandom } from '../../../engine/model/values/random.ts';

const firstOf = (seed: number): string => seededRandom(seed, 'run').hex();

it('seededRandom() gives every seed its own stream, including negative and large seeds', () => {
  const seeds = [
    0,
    -1,
    1,
    2 ** 32,
    2 ** 32 - 1,
    -(2 ** 32),
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ];

  expect(new Set(seeds.map(firstOf)).size).toBe(seeds.length);
  expect(seeds.map(firstOf)).toEqual(seeds.map(firstOf));
});

it.each([0.5, NaN, Infinity, 2 ** 53])('seededRandom() refuses the seed %s', (seed) => {
  expect(() => seededRandom(seed)).toThrow(`seed: ${seed} is not a whole number.`);
});

it('int() refuses a range that ends before it begins', () => {
  expect(() => seededRandom(0).int(3, 2)).toThrow('random.int(low, high): 2 is not 3 or more.');
  expect(seededRandom(0).int(3, 3)).toBe(3);
});
