import { describeValue, refuseGiven } from '../problem.ts';
import type { Brand } from './ids.ts';

/** An instant of simulated time: whole microseconds since the Unix epoch. */
export type SimTime = Brand<number, 'SimTime'>;

/** A span of simulated time: whole microseconds, never negative. */
export type SimSpan = Brand<number, 'a span of time, such as seconds(5) or minutes(2)'>;

const MICROS_PER_SECOND = 1_000_000;

/** @throws {RangeError} when `value` is negative, fractional, or beyond 2^53 − 1. */
export function micros(value: number): SimSpan {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`A span is a whole number of microseconds from 0 on, not ${describeValue(value)}.`);
  return value as SimSpan;
}

/** The span of `value` seconds, rounded to whole microseconds. @throws {RangeError} when it is negative or too long. */
export function seconds(value: number): SimSpan {
  const span = Math.round(numberOf('seconds(value)', value) * MICROS_PER_SECOND);
  if (!Number.isSafeInteger(span) || span < 0)
    throw new RangeError(`A span is 0 to 9 billion seconds long, not ${value}.`);
  return span as SimSpan;
}

/** The span of `value` minutes. @throws {RangeError} as {@link seconds}. */
export const minutes = (value: number): SimSpan => seconds(numberOf('minutes(value)', value) * 60);

/** The span of `value` hours. @throws {RangeError} as {@link seconds}. */
export const hours = (value: number): SimSpan => minutes(numberOf('hours(value)', value) * 60);

/** `span`, which an author gave at `place`. @throws {TypeError} when it is not a span of time. */
export function checkedSpan(place: string, span: SimSpan): SimSpan {
  if (!Number.isSafeInteger(span) || span < 0) refuseGiven(place, span, 'a span of time such as seconds(5)');
  return span;
}

/** `value`, which an author gave at `place`. @throws {TypeError} when it is not a number; `'5'` is not one. */
function numberOf(place: string, value: number): number {
  if (typeof value !== 'number') refuseGiven(place, value, 'a number');
  return value;
}

/** @throws {RangeError} when `value` is fractional or beyond 2^53 − 1. */
export function instant(value: number): SimTime {
  if (!Number.isSafeInteger(value))
    throw new RangeError(`An instant is a whole number of microseconds below 2^53, not ${value}.`);
  return value as SimTime;
}

/** The instant `value` seconds after the Unix epoch, rounded to whole microseconds. */
export const fromSeconds = (value: number): SimTime => instant(Math.round(value * MICROS_PER_SECOND));

/** The time in seconds, as traces write it: exact to the microsecond until the year 2200. */
export const toSeconds = (value: SimTime | SimSpan): number =>
  numberOf('toSeconds(value)', value) / MICROS_PER_SECOND;

/**
 * The start time of recordings without a clock: in 1800, so that it cannot be mistaken for a real time. The spans between their
 * steps are recorded.
 */
export const NO_CLOCK = instant(-5_364_662_400_000_000);

/** The start time of recordings without any times: in 1700. The spans between their steps mean nothing. */
export const NO_TIMES = instant(-8_520_336_000_000_000);

/** Whether the spans between the times of a run that begins at `start` mean something. They do not where no time was recorded. */
export const isTimed = (start: SimTime): boolean => start >= NO_CLOCK;

const FIRST_CLOCK = instant(-2_208_988_800_000_000); // 1900

/** Whether `time` is a real time, not the position of a step in a recording without a clock. */
export const isClockTime = (time: SimTime): boolean => time >= FIRST_CLOCK;

/** The instant `span` after `time`. */
export const after = (time: SimTime, span: SimSpan): SimTime => (time + span) as SimTime;

/** The span from `from` to `to`. @throws {RangeError} when `to` is earlier. */
export const between = (from: SimTime, to: SimTime): SimSpan => micros(to - from);

/** The earlier of two instants. */
export const earlier = (one: SimTime, other: SimTime): SimTime => (one < other ? one : other);

/** The later of two instants. */
export const later = (one: SimTime, other: SimTime): SimTime => (one < other ? other : one);

const INSTANT =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d{1,6}))?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Reads an instant such as `2026-01-05T09:00:00Z`, exact to the microsecond; without a zone it is UTC, without a time midnight.
 *
 * @throws {RangeError} when `text` does not have this form, or names a day or time that does not exist.
 */
export function parseInstant(text: string): SimTime {
  const { day, time = '00:00', fraction = '', zone = 'Z' } = INSTANT.exec(text)?.groups ?? {};
  const inZone = Date.parse(`${day}T${time}Z`);
  const milliseconds = Date.parse(`${day}T${time}${zone}`);
  // Date.parse accepts the 31st of February as the 3rd of March.
  if (Number.isNaN(milliseconds) || new Date(inZone).getUTCDate() !== Number(day!.slice(-2)))
    throw new RangeError(`"${text}" is not an instant such as 2026-01-05T09:00:00Z.`);
  return instant(milliseconds * 1000 + Number(fraction.padEnd(6, '0')));
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The English name of the day, in UTC, `seconds` after the Unix epoch. */
export const weekdayOf = (seconds: number): string =>
  WEEKDAYS[new Date(Math.floor(seconds) * 1000).getUTCDay()]!;

/** `2026-01-05 09:00:00`, in UTC, as ARE's tools write an instant. */
export const formatInstant = (time: SimTime): string =>
  new Date(Math.floor(time / 1000)).toISOString().slice(0, 19).replace('T', ' ');
