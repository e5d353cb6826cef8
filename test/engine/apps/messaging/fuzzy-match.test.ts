import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { weightedRatio } from '../../../../engine/apps/messaging/fuzzy-match.ts';

describe('weightedRatio()', () => {
  it.each([
    ['ada lovelace', 'ada lovelace', 100],
    ['ada lovelce', 'ada lovelace', 95.652],
    ['lovelace ada', 'ada lovelace', 95],
    ['ada', 'ada lovelace', 90],
    ['ada m lovelace', 'adam lovell', 80],
    ['obrien', "christopher o'brien", 81.818],
    ['berg', 'christopher somerville berg wang', 90],
    ['jon smith', 'jon smyth', 88.889],
    ['xyz', 'ada lovelace', 0],
    ['', 'ada lovelace', 0],
  ])('of "%s" and "%s" is %d', (one, other, expected) => {
    expect(weightedRatio(one, other)).toBeCloseTo(expected, 2);
  });

  // Misspelt names with their words in any order, many of them with characters beyond the Basic Multilingual Plane.
  it('agrees with WRatio of rapidfuzz 3.14.6 for 400 pairs', () => {
    const file = join(import.meta.dirname, 'rapidfuzz-3.14.6.json');
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as [string, string, number][];
    for (const [one, other, expected] of recorded) {
      expect.soft(weightedRatio(one, other), `${one} | ${other}`).toBeCloseTo(expected, 6);
      expect.soft(weightedRatio(other, one), `${other} | ${one}`).toBeCloseTo(expected, 6);
    }
  });

  it('is 0 for texts longer than 200 characters', () => {
    expect(weightedRatio('a'.repeat(200), 'a'.repeat(200))).toBe(100);
    expect(weightedRatio('a'.repeat(201), 'a'.repeat(201))).toBe(0);
  });
});
