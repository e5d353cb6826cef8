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

/**
 * A date and time as Python's `strptime` accepts it: one or two digits for all but the year, any white space between date and
 * time, a space before the day, and digits of any script in most places.
 */
const DATETIME =
  // oxlint-disable-next-line no-control-regex -- white space in Python
  /^(\p{Nd}{4})-(1[0-2]|0[1-9]|[1-9])-(3[01]|[12]\p{Nd}|0[1-9]|[1-9]| [1-9])(?:(?!\ufeff)[\s\x1c-\x1f\x85])+(2[0-3]|[01]\p{Nd}|\p{Nd}):([0-5]\p{Nd}|\p{Nd}):([0-5]\p{Nd}|\p{Nd})$/u;

const DIGIT = /\p{Nd}/u;

/** The number that `digits` of any script denote. */
function wholeNumber(digits: string): number {
  let value = 0;
  for (const digit of digits.trimStart()) value = value * 10 + digitValue(digit.codePointAt(0)!);
  return value;
}

/** In Unicode, the digits 0 to 9 of a script are consecutive, and several such runs may follow each other. */
function digitValue(digit: number): number {
  let zero = digit;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (digit - zero) % 10;
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
  const parts = DATETIME.exec(text)?.slice(1).map(wholeNumber);
  const seconds = parts && secondsOf(parts as Parameters<typeof secondsOf>[0]);
  return (
    seconds ??
    refuse('ValueError', `${argument} must be a date written as YYYY-MM-DD HH:MM:SS, not "${text}".`)
  );
}

/** Seconds since the Unix epoch; `undefined` when there is no such day, or the year is 0. */
function secondsOf([year, month, day, hour, minute, second]: [
  number,
  number,
  number,
  number,
  number,
  number,
]): number | undefined {
  const date = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  // The 30th of February rolls over to March instead of failing.
  return year === 0 || date.getUTCDate() !== day ? undefined : date.getTime() / 1000;
}

/** A time in UTC, as Python prints it: `2026-01-05 09:00:00`. */
export const printDatetime = (seconds: number): string =>
  new Date(Math.floor(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A time in UTC for people: `Monday, 2026-01-05 09:00:00`. */
export function withWeekday(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${WEEKDAYS[date.getUTCDay()]!}, ${printDatetime(seconds)}`;
}
