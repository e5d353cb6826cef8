import { describe, expect, it } from 'vitest';
import { fromSeconds, instant, NO_CLOCK, NO_TIMES } from '../../../../engine/model/values/time.ts';
import {
  formatAgo,
  formatClock,
  formatDay,
  formatHour,
  formatDateTime,
  formatOffset,
  formatUtc,
  formatWeekday,
} from '../../../../renderer/ui/format/clock.ts';

const HOUR = 3_600_000; // milliseconds

describe('formatting of times', () => {
  it.each([
    [0, '00:00:00'],
    [5.25, '00:00:05.25'],
    [0.000001, '00:00:00.000001'],
    [86_399, '23:59:59'],
    [-1, '23:59:59'],
  ])('formatClock() of %d s after the epoch returns %s', (seconds, words) => {
    expect(formatClock(fromSeconds(seconds))).toBe(words);
  });

  it('says that a recording without a clock has no times', () => {
    const time = instant(NO_CLOCK + 5_000_000);

    expect([formatClock(time), formatDateTime(time), formatUtc(time)]).toEqual([
      '–',
      'No time recorded',
      'No time recorded',
    ]);
    expect(formatOffset(NO_CLOCK, time)).toBe('+5 s');
    expect(formatOffset(NO_TIMES, instant(NO_TIMES + 5_000_000))).toBe('');
    expect(formatUtc(instant(0))).toBe('1970-01-01 00:00:00 UTC');
  });

  it.each([
    [0, '00:00'],
    [32_400, '09:00'],
    [32_405, '09:00:05'],
  ])('formatHour() of %d s leaves out seconds of 0: %s', (seconds, words) => {
    expect(formatHour(fromSeconds(seconds))).toBe(words);
  });

  it('formatDay() and formatWeekday() handle a day before the epoch', () => {
    expect(formatDay(fromSeconds(-1))).toBe('1969-12-31');
    expect(formatWeekday(fromSeconds(-1))).toBe('Wed 1969-12-31');
  });

  it.each([
    [0, '+0 s'],
    [0.25, '+250 ms'],
    [12.5, '+12.5 s'],
    [205, '+3 min 25 s'],
    [3600, '+1 h'],
    [90_000, '+1 d 1 h'],
    [-2, '−2 s'],
  ])('formatOffset() of %d s returns %s', (seconds, words) => {
    expect(formatOffset(fromSeconds(0), fromSeconds(seconds))).toBe(words);
  });

  it.each([
    [59_000, 'just now'],
    [5 * 60_000, '5 min ago'],
    [3 * HOUR, '3 h ago'],
    [30 * HOUR, 'yesterday'],
    [72 * HOUR, '3 days ago'],
    [240 * HOUR, '1970-01-01'],
  ])('formatAgo() of %d ms ago returns %s', (ago, words) => {
    expect(formatAgo(0, ago)).toBe(words);
  });
});
