import { parseInstant, readDatetime, toSeconds, weekdayOf } from '../../model/index.ts';
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

/** The argument for a date and time, parsed by {@link parseDatetime}. */
export const datetime = about(str, 'YYYY-MM-DD HH:MM:SS, in UTC');

/** A time as authors write it: `2026-01-05T09:00:00Z`, or seconds since the Unix epoch. */
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
  return (
    readDatetime(text) ??
    refuse('ValueError', `${argument} must be a date written as YYYY-MM-DD HH:MM:SS, not "${text}".`)
  );
}

/** A time in UTC, as Python prints it: `2026-01-05 09:00:00`. */
export const printDatetime = (seconds: number): string =>
  new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A time in UTC for people: `Monday, 2026-01-05 09:00:00`. */
export const withWeekday = (seconds: number): string => `${weekdayOf(seconds)}, ${printDatetime(seconds)}`;
