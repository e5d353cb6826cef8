import { describe, expect, it } from 'vitest';
import { inShort } from '../../../renderer/format/words.ts';

describe('an entry in short', () => {
  it('says how a check stands before what is said of it, and neither twice', () => {
    expect(inShort({ status: 'done', verdict: 'waiting', gist: 'open: both have answered' })).toBe(
      'waiting · open: both have answered',
    );
    expect(inShort({ status: 'skipped', verdict: undefined, gist: '' })).toBe('skipped');
    expect(inShort({ status: 'done', verdict: 'passed', gist: 'passed' })).toBe('passed');
    expect(inShort({ status: 'done', verdict: undefined, gist: '3 items' })).toBe('3 items');
  });
});
