import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementaryFunctions, seededRandom } from '../../../engine/model/index.ts';

const ours = elementaryFunctions();
const names = Object.keys(ours) as (keyof typeof ours)[];
const arity = (name: string): number => ({ pow: 2, atan2: 2, hypot: 3 })[name] ?? 1;
const call = (all: object, name: string, args: readonly number[]): number =>
  (all as Record<string, (...args: readonly number[]) => number>)[name]!(...args);

const SPECIAL = [
  0,
  -0,
  1,
  -1,
  NaN,
  Infinity,
  -Infinity,
  0.5,
  -0.5,
  2,
  -2,
  3,
  10,
  1e22,
  1e300,
  -1e300,
  5e-324,
  -5e-324,
  710,
  -746,
  2 ** 53,
];

/** The same numbers everywhere: small, large, and of any size. */
function* inputs(count: number): Generator<number> {
  const random = seededRandom(1);
  for (let nth = 0; nth < count; nth++) {
    yield random.next();
    yield random.next() * 1_400 - 700;
    yield (random.next() - 0.5) * 2 ** random.int(-1_020, 1_020);
    yield random.int(-1_000, 1_000);
  }
}

describe('elementaryFunctions()', () => {
  it('gives the same bits on every machine', () => {
    const hash = createHash('sha256');
    for (const name of names) {
      const all = [...inputs(2_000)];
      const results = all.map((_, index) => call(ours, name, all.slice(index, index + arity(name))));
      hash.update(name).update(new Uint8Array(new Float64Array(results).buffer));
    }
    expect(hash.digest('hex').slice(0, 16)).toBe('7b4110a489497d44');
  });

  it.each(names)('computes %s at the ends of its range as the language says', (name) => {
    for (const one of SPECIAL)
      for (const other of arity(name) === 1 ? [0] : SPECIAL) {
        const args = [one, other, 1].slice(0, arity(name));
        const expected = call(Math, name, args);
        const found = call(ours, name, args);
        if (Number.isFinite(expected) && expected !== 0) expect(found / expected).toBeCloseTo(1, 14);
        else expect([args, found]).toEqual([args, expected]);
      }
  });

  it.each(names)('computes %s as exactly as V8', (name) => {
    const number = fc.oneof(fc.double({ noNaN: true }), fc.double({ min: -1e3, max: 1e3, noNaN: true }));
    const args = fc.array(number, { minLength: arity(name), maxLength: arity(name) });
    fc.assert(
      fc.property(args, (given) => {
        const expected = call(Math, name, given);
        const found = call(ours, name, given);
        // A power may lose some of its bits in V8.
        const tolerance = name === 'pow' ? 1e-13 : 4e-16;
        if (found !== expected && !(Number.isNaN(found) && Number.isNaN(expected)))
          expect(Math.abs(found - expected)).toBeLessThanOrEqual(
            Math.max(Math.abs(expected) * tolerance, 5e-324),
          );
      }),
    );
  });
});
