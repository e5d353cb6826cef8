import type { TimeComparator, Timing } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import { after, later, seconds, type SimSpan, type SimTime } from '../model/time.ts';

/** Source: the defaults of the field's judge. */
const MAY_BE_EARLY = seconds(10);
const MAY_BE_LATE = seconds(25);
const TELLING_DELAY = seconds(1);

interface Timed {
  readonly timing: Timing;
  readonly comparator?: TimeComparator;
}

/**
 * When the oracle's event is due, counted from when what it waits for happened in this run. Nothing where some of that did
 * not happen, or where its delay is too short to mean anything.
 */
export function wantedTime(
  { timing, comparator }: Timed,
  start: SimTime,
  timeOf: (id: EventId) => SimTime | undefined,
): SimTime | undefined {
  if (timing.kind === 'at') return timing.time;
  const tells = (delay: SimSpan): boolean => comparator !== undefined || delay > TELLING_DELAY;
  if (timing.kind === 'from-start') return tells(timing.delay) ? after(start, timing.delay) : undefined;

  if (!timing.edges.some(({ delay }) => tells(delay))) return undefined;
  let due = start;
  for (const { event, delay } of timing.edges) {
    const time = timeOf(event);
    if (time === undefined) return undefined;
    due = later(due, after(time, delay));
  }
  return due;
}

/** Whether a call that came `offset` microseconds after its time was in time. */
export function timeliness(
  offset: number,
  comparator: TimeComparator | undefined,
): 'late' | 'early' | 'in-time' {
  if (offset > MAY_BE_LATE && comparator !== 'greater-than') return 'late';
  if (offset + MAY_BE_EARLY < 0 && comparator !== 'less-than') return 'early';
  return 'in-time';
}
