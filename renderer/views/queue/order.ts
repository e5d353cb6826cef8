import type { BriefEventStatus, EventId, EventOutline, SimTime } from '../../../engine/model/index.ts';
import { canNeverFire } from '../../stores/plan.ts';

/** An event that has not fired, with the time of its next check if known. */
export interface Pending {
  readonly event: EventOutline;
  readonly status: BriefEventStatus;
  readonly time: SimTime | undefined;
}

/** The events that have not fired: the next ones by time, those that wait for others, and those that never fire. */
export interface Queue {
  readonly next: readonly Pending[];
  readonly waiting: readonly Pending[];
  readonly never: readonly Pending[];
}

export function queueOf(
  events: readonly EventOutline[],
  statuses: ReadonlyMap<EventId, BriefEventStatus>,
): Queue {
  const next: Pending[] = [];
  const waiting: Pending[] = [];
  const never: Pending[] = [];
  for (const event of events) {
    const status = statuses.get(event.id);
    if (status === undefined || status.kind === 'fired') continue;
    const pending = { event, status, time: timeOf(status) };
    if (canNeverFire(status)) never.push(pending);
    else if (pending.time === undefined) waiting.push(pending);
    else next.push(pending);
  }
  // Break ties by id, as the run does.
  next.sort((one, other) => one.time! - other.time! || (one.event.id < other.event.id ? -1 : 1));
  return { next, waiting, never };
}

function timeOf(status: BriefEventStatus): SimTime | undefined {
  if (status.kind === 'scheduled') return status.time;
  return status.kind === 'not-held' ? status.next : undefined;
}
