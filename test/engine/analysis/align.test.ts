import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestCommonSubsequence, longestIncreasing, matchInOrder } from '../../../engine/analysis/align.ts';

const tokens = fc.array(fc.nat({ max: 6 }), { maxLength: 30 });

/** The length of a longest common subsequence, by dynamic programming. */
function mostInCommon(a: readonly number[], b: readonly number[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (const [at, token] of a.entries())
    for (const [other, theirs] of b.entries())
      lengths[at + 1]![other + 1] =
        token === theirs
          ? lengths[at]![other]! + 1
          : Math.max(lengths[at]![other + 1]!, lengths[at + 1]![other]!);
  return lengths[a.length]![b.length]!;
}

describe.each([
  ['matchInOrder', matchInOrder],
  ['longestCommonSubsequence', longestCommonSubsequence],
])('%s', (_name, match) => {
  it('returns pairs of equal tokens in ascending order on both sides', () => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        let [lastA, lastB] = [-1, -1];
        for (const [one, other] of match(a, b)) {
          expect(a[one]).toBe(b[other]);
          expect(one).toBeGreaterThan(lastA);
          expect(other).toBeGreaterThan(lastB);
          [lastA, lastB] = [one, other];
        }
      }),
    );
  });

  it('pairs every remaining token of a list with one token removed', () => {
    fc.assert(
      fc.property(tokens, fc.nat(), (a, at) => {
        const b = a.toSpliced(at % (a.length + 1), 1);

        expect(match(a, b)).toHaveLength(b.length);
      }),
    );
  });
});

describe('longestCommonSubsequence()', () => {
  it('finds the maximum number of pairs', () => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        expect(longestCommonSubsequence(a, b)).toHaveLength(mostInCommon(a, b));
      }),
    );
  });

  it('returns a large part of the pairs when the lists are too different for an exact search', () => {
    const a = Array.from({ length: 3_000 }, (_, at) => at % 7);
    const b = Array.from({ length: 3_000 }, (_, at) => (at * at) % 5);

    expect(longestCommonSubsequence(a, b).length).toBeGreaterThan(500);
  });
});

describe('longestIncreasing()', () => {
  it('returns an increasing subsequence of maximum length', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 100 }), { maxLength: 30 }), (values) => {
        const run = longestIncreasing(values).map((at) => values[at]!);

        expect(run).toEqual([...run].sort((one, other) => one - other));
        expect(run).toHaveLength(
          mostInCommon(
            values,
            [...values].sort((one, other) => one - other),
          ),
        );
      }),
    );
  });
});

it('matchInOrder() pairs a long common middle between different ends', () => {
  const middle = Array.from({ length: 200_000 }, (_, at) => at);

  expect(matchInOrder([-1, ...middle, -2], [-3, ...middle, -4])).toHaveLength(middle.length);
});
