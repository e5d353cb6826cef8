import { parseInstant, toSeconds } from '../../model/index.ts';
import { about, refuse, str } from '../../world/index.ts';

/** The start of the year 1 and the end of the year 9999, in seconds since the Unix epoch: Python's dates go no further. */
export const MIN_SECONDS = -62_135_596_800;
export const MAX_SECONDS = 253_402_300_799;

/**
 * A date as ARE's states write it: `2026-01-05T09:00:00+00:00`.
 *
 * @throws {ToolError} `ValueError` outside the years 1 to 9999.
 */
export function isoDate(seconds: number): string {
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS)
    refuse('ValueError', `A date ${seconds} seconds from 1970 is not in the years 1 to 9999.`);
  const micros = Math.round(seconds * 1_000_000);
  const fraction = ((micros % 1_000_000) + 1_000_000) % 1_000_000;
  const digits = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0')}`;
  return `${new Date((micros - fraction) / 1000).toISOString().slice(0, 19)}${digits}+00:00`;
}

const DATETIME = /^(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})$/;

/** The argument for a date and time. {@link parseDatetime} parses it. */
export const datetime = about(str, 'YYYY-MM-DD HH:MM:SS, in UTC');

/** A time as authors give it: `2026-01-05T09:00:00Z`, or seconds since the Unix epoch. */
export type When = string | number;

/** Seconds since the Unix epoch. @throws {RangeError} when `when` is not a date. */
export const secondsAt = (when: When): number =>
  typeof when === 'number' ? when : toSeconds(parseInstant(when));

/**
 * Seconds since the Unix epoch from a date and time in UTC, such as `2026-01-05 09:00:00`.
 *
 * @throws {ToolError} `ValueError` naming `argument`, when `text` is something else.
 */
export function parseDatetime(argument: string, text: string): number {
  const [, year, month, day, hour, minute, second] = DATETIME.exec(text)?.map(Number) ?? [];
  const parts = [year!, month! - 1, day!, hour!, minute!, second!] as const;
  const date = new Date(Date.UTC(...parts));
  const found = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  // The 30th of February rolls over to March instead of failing.
  if (parts.some((part, at) => part !== found[at]))
    refuse('ValueError', `${argument} must be a date written as YYYY-MM-DD HH:MM:SS, not "${text}".`);
  return date.getTime() / 1000;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A time in UTC for people: `Monday, 2026-01-05 09:00:00`. */
export function withWeekday(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${WEEKDAYS[date.getUTCDay()]!}, ${date.toISOString().slice(0, 19).replace('T', ' ')}`;
}
