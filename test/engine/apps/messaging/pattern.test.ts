import { describe, expect, it } from 'vitest';
import { dangerOf } from '../../../../engine/apps/messaging/search.ts';

describe('dangerOf()', () => {
  it.each([
    'tea',
    'te(a|e)',
    '(?:tea )+',
    'a.*b',
    '\\(a+\\)+',
    '[(a+)]+',
    '[](a+)]+',
    'a{2,3}',
    '(?<word>\\w+) tea',
  ])('accepts the pattern %s', (pattern) => {
    expect(dangerOf(pattern)).toBeUndefined();
  });

  it.each([
    '(a+)+$',
    '(a*)*b',
    '(a|a)*b',
    '(?:a|aa)+$',
    '((a+)b)+',
    '(.*a){20}',
    '(a{1,})+',
    '(a?){30}a{30}',
    '([a-z]+)*!',
  ])('refuses the pattern %s, which could take exponential time', (pattern) => {
    expect(dangerOf(pattern)).toBe('The pattern repeats a group that repeats, which could take for ever.');
  });

  it('refuses very long patterns and patterns with many repetitions', () => {
    expect(dangerOf('a'.repeat(501))).toBe('The pattern has 501 characters; at most 500 are allowed.');
    expect(dangerOf('a*'.repeat(30) + 'b')).toBe(
      'The pattern has 30 unbounded repetitions; at most 4 are allowed.',
    );
  });
});
