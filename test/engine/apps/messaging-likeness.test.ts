import { describe, expect, it } from 'vitest';
import { likeness } from '../../../engine/apps/messaging/fuzzy-match.ts';

describe('likeness', () => {
  // What rapidfuzz 3.14 says of the same names.
  it.each([
    ['ada lovelace', 'ada lovelace', 100],
    ['ada lovelce', 'ada lovelace', 95.652],
    ['lovelace ada', 'ada lovelace', 95],
    ['ada', 'ada lovelace', 90],
    ['lovelace', 'ada lovelace', 90],
    ['ada m lovelace', 'adam lovell', 80],
    ['obrien', "christopher o'brien", 81.818],
    ['somervile', 'mary somerville', 80],
    ['ms mary somerville of burntisland', 'mary somerville', 90],
    ['berg', 'christopher somerville berg wang', 90],
    ['adm', 'ada lovelace', 72],
    ['jon smith', 'jon smyth', 88.889],
    ['xyz', 'ada lovelace', 0],
    ['', 'ada lovelace', 0],
    ['ada', '', 0],
  ])('of "%s" and "%s" is %d', (one, other, expected) => {
    expect(likeness(one, other)).toBeCloseTo(expected, 2);
    expect(likeness(other, one)).toBe(likeness(one, other));
  });

  it('does not compare what is too long to be a name', () => {
    expect(likeness('a'.repeat(200), 'a'.repeat(200))).toBe(100);
    expect(likeness('a'.repeat(201), 'a'.repeat(201))).toBe(0);
  });
});
