import { formatInstant, instant, isClockTime, isTimed, type SimTime } from '../../../engine/model/index.ts';

const MICROS = 1_000_000; // microseconds in a second
const SECOND = 1000; // milliseconds, as those below
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `09:00:05`, or with a fraction of the second: `09:00:05.25`; `–` where a recording has no times. */
export function formatClock(time: SimTime): string {
  if (!isClockTime(time)) return '–';
  const micros = ((time % MICROS) + MICROS) % MICROS;
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return formatInstant(time).slice(11) + fraction;
}

/** The clock time without zero seconds: `09:00`, `09:00:05`. */
export const formatHour = (time: SimTime): string => formatClock(time).replace(/:00$/, '');

/** `Mon 2026-01-05`. */
export const formatWeekday = (time: SimTime): string =>
  `${WEEKDAYS[new Date(time / 1000).getUTCDay()]!} ${formatDay(time)}`;

/** `2026-01-05`. */
export const formatDay = (time: SimTime): string => formatInstant(time).slice(0, 10);

/** `2026-01-05 09:00:05`, in UTC; in words where a recording has no times. */
export const formatDateTime = (time: SimTime): string =>
  isClockTime(time) ? `${formatDay(time)} ${formatClock(time)}` : 'No time recorded';

/** `2026-01-05 09:00:05 UTC`; in words where a recording has no times. */
export const formatUtc = (time: SimTime): string =>
  `${formatDateTime(time)}${isClockTime(time) ? ' UTC' : ''}`;

/** Converts `milliseconds` since the Unix epoch to microseconds whose UTC reading is the local time. */
export const localMicros = (milliseconds: number): number =>
  (milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000) * 1000;

/** The local time at `milliseconds` since the Unix epoch: `14:03:05.12`. */
export const formatWall = (milliseconds: number): string => formatClock(instant(localMicros(milliseconds)));

/** Time from `from` to `to`, in at most two units: `+12.5 s`, `+1 h 5 min`, `+2 d 3 h`; empty where a recording has no times. */
export const formatOffset = (from: SimTime, to: SimTime): string =>
  isTimed(from) ? (to < from ? '−' : '+') + formatSpan(to - from) : '';

/** A duration in microseconds without its sign, in at most two units: `12.5 s`, `1 h 5 min`. */
export const formatSpan = (micros: number): string => inTwoUnits(Math.abs(micros) / 1000);

function inTwoUnits(milliseconds: number): string {
  if (milliseconds === 0) return '0 s';
  if (milliseconds < SECOND) return `${rounded(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${rounded(milliseconds / SECOND)} s`;
  if (milliseconds < HOUR) return twoUnits(milliseconds, MINUTE, 'min', SECOND, 's');
  if (milliseconds < DAY) return twoUnits(milliseconds, HOUR, 'h', MINUTE, 'min');
  return twoUnits(milliseconds, DAY, 'd', HOUR, 'h');
}

function twoUnits(
  milliseconds: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
): string {
  const rest = Math.floor((milliseconds % large) / small);
  const whole = `${Math.floor(milliseconds / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Time since `then` by the wall clock: `just now`, `5 min ago`, `yesterday`, `2026-01-05`. */
export function formatAgo(then: number, now: number): string {
  const ago = now - then;
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`;
  if (ago < 2 * DAY) return 'yesterday';
  if (ago < 7 * DAY) return `${Math.floor(ago / DAY)} days ago`;
  return new Date(then).toISOString().slice(0, 10);
}
