import { describe, expect, it } from 'vitest';
import { instant } from '../../../../engine/model/values/time.ts';
import { parseDestination } from '../../../../renderer/views/timeline/go-to.tsx';
import { rows } from '../../rows.ts';

const LOG = rows(100);

describe('parseDestination()', () => {
  it.each([
    ['12', 12],
    ['#12', 12],
    ['00:01:05', 65],
    ['+10s', 10],
    [' event-7 ', 7],
  ])('finds the entry for "%s": %i', (text, entry) => {
    expect(parseDestination(text, LOG, instant(0))).toBe(entry);
  });

  it('returns the position before the first entry for an earlier time', () => {
    expect(parseDestination('+0s', LOG.slice(1), instant(0))).toBe(-1);
  });

  it.each(['100', '#', 'yesterday', ''])('returns undefined for "%s"', (text) => {
    expect(parseDestination(text, LOG, instant(0))).toBeUndefined();
  });
});
