import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../engine/model/values/time.ts';

describe('parseInstant()', () => {
  it.each([
    ['2026-01-05T09:00:00Z', 1_767_603_600_000_000],
    ['2026-01-05 09:00', 1_767_603_600_000_000],
    ['2026-01-05T10:00:00+01:00', 1_767_603_600_000_000],
    ['2026-01-05T09:00:00.000001Z', 1_767_603_600_000_001],
    ['2026-01-05', 1_767_571_200_000_000],
    ['2024-02-29', 1_709_164_800_000_000],
  ])('reads %s', (text, micros) => {
    expect(parseInstant(text)).toBe(micros);
  });

  it.each([
    '2026-02-31',
    '2026-02-29T00:00:00Z',
    '5',
    'x-01-02',
    '',
    'noon',
    '2026-01-05T24:00:00Z',
    '2026-13-01',
  ])('refuses "%s"', (text) => {
    expect(() => parseInstant(text)).toThrow(`"${text}" is not an instant such as 2026-01-05T09:00:00Z.`);
  });
});
