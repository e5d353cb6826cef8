import { describe, expect, it } from 'vitest';
import { parseDatetime, printDatetime, withWeekday } from '../../../../engine/apps/shared/dates.ts';

const parsed = (text: string): string => printDatetime(parseDatetime('due', text));

describe('a date and time', () => {
  it.each([
    ['2026-01-05 09:00:00', '2026-01-05 09:00:00'],
    ['2026-1-5 9:0:0', '2026-01-05 09:00:00'],
    ['2026-01- 5  \t 09:00:00', '2026-01-05 09:00:00'],
    ['2026-01-05\u00a009:00:00', '2026-01-05 09:00:00'],
    ['٢٠٢٦-01-05 09:00:0٧', '2026-01-05 09:00:07'],
    ['𝟚𝟘𝟚𝟞-01-05 09:00:00', '2026-01-05 09:00:00'],
    ['0050-02-28 23:59:59', '0050-02-28 23:59:59'],
    ['1600-02-29 00:00:00', '1600-02-29 00:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  ])('is parsed like Python’s strptime: %j', (text, same) => {
    expect(parsed(text)).toBe(same);
  });

  it.each([
    '2026-02-30 09:00:00',
    '1900-02-29 09:00:00',
    '0000-01-05 09:00:00',
    '2026-13-05 09:00:00',
    '2026-01-05 24:00:00',
    '2026-01-05 09:00:60',
    '2026-٠1-05 09:00:00',
    '2026-01-05T09:00:00',
    ' 2026-01-05 09:00:00',
    '2026-01-05 09:00:00 ',
    '2026-01-05\ufeff09:00:00',
    '2026-01-05',
    '',
  ])('is refused like in Python’s strptime: "%s"', (text) => {
    expect(() => parseDatetime('due', text)).toThrow(
      `due must be a date written as YYYY-MM-DD HH:MM:SS, not "${text}".`,
    );
  });

  it('is printed with its weekday for any year', () => {
    expect(withWeekday(parseDatetime('due', '2026-01-05 09:00:00'))).toBe('Monday, 2026-01-05 09:00:00');
    expect(withWeekday(parseDatetime('due', '0001-01-01 00:00:00'))).toBe('Monday, 0001-01-01 00:00:00');
  });
});
