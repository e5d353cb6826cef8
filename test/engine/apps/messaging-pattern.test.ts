import { describe, expect, it } from 'vitest';
import { endlessBy } from '../../../engine/apps/messaging/search.ts';

describe('a pattern', () => {
  it.each(['tea', 'te(a|e)', '(?:tea )+', 'a.*b', '\\(a+\\)+', '[(a+)]+', 'a{2,3}', '(?<word>\\w+) tea'])(
    'may be %s',
    (pattern) => {
      expect(endlessBy(pattern)).toBeUndefined();
    },
  );

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
  ])('may not be %s, which some texts would keep busy for ever', (pattern) => {
    expect(endlessBy(pattern)).toBe('a repetition within a repetition, wanted one at most');
  });

  it('may not be very long, nor repeat very much', () => {
    expect(endlessBy('a'.repeat(501))).toBe('501 characters, wanted at most 500');
    expect(endlessBy('a*'.repeat(30) + 'b')).toBe('30 repetitions without a bound, wanted at most 4');
  });
});
