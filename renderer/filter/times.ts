import { formatInstant, parseInstant, type SimTime } from '../../engine/model/index.ts';

type TimeTest = (time: SimTime, than: SimTime) => boolean;

/** How instants are compared. */
export const TIME_TESTS: Readonly<Record<string, TimeTest | undefined>> = {
  '>': (time, than) => time > than,
  '>=': (time, than) => time >= than,
  '<': (time, than) => time < than,
  '<=': (time, than) => time <= than,
};

/** Microseconds in each unit. */
const UNITS = { ms: 1e3, s: 1e6, m: 60e6, min: 60e6, h: 3600e6, d: 86_400e6 } as const;

/** `10:00` and `10:00:05` on the day the run starts, `2026-01-05T10:00`, or so long after the start: `+5m`, `+1.5h`. */
export function timeOf(text: string, start: SimTime): SimTime | undefined {
  const [, amount, unit] = /^\+(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/.exec(text) ?? [];
  if (amount !== undefined)
    return (start + Math.round(Number(amount) * UNITS[unit as keyof typeof UNITS])) as SimTime;
  if (/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text))
    return instantOf(`${formatInstant(start).slice(0, 10)}T${text}`);
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?Z?$/.test(text) ? instantOf(text) : undefined;
}

function instantOf(text: string): SimTime | undefined {
  try {
    return parseInstant(text);
  } catch {
    // The 30th of February, 25 o'clock.
    return undefined;
  }
}
