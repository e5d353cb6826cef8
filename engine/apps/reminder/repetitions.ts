import { refuse } from '../tool.ts';

export const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;

export type Unit = (typeof UNITS)[number];

/** As many as the field's app makes at most, and how far ahead. */
const MOST = 100;
const HORIZON = 12 * 7 * 86_400;

const lengths: Readonly<Record<Exclude<Unit, 'month'>, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
};

/**
 * When a reminder due at `due` comes again, every `value` units, for twelve weeks from `now`. All in seconds.
 *
 * @throws {ToolError} `ValueError` when a month has no such day.
 */
export function repetitions(due: number, unit: Unit, value: number, now: number): readonly number[] {
  const times: number[] = [];
  for (let at = 1; at <= MOST; at++) {
    const time = unit === 'month' ? monthsAfter(due, at * value) : due + at * value * lengths[unit];
    if (time >= now + HORIZON) break;
    times.push(time);
  }
  return times;
}

function monthsAfter(due: number, months: number): number {
  const date = new Date(due * 1000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) refuse('ValueError', 'day is out of range for month');
  return date.getTime() / 1000;
}
