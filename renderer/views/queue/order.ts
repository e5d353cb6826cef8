import type { BriefEventStatus, EventId, EventOutline, SimTime } from '../../../engine/model/index.ts';
import { canNeverFire } from '../../stores/plan.ts';

/** An event that has not fired, and when it is next looked at, where that is known. */
export interface Pending {
  readonly event: EventOutline;
  readonly status: BriefEventStatus;
  readonly time: SimTime | undefined;
}

/** What has not fired, in three heaps: by time what comes next, then what waits for others, then what never will. */
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
  // As the run breaks ties: at one time by id.
  next.sort((one, other) => one.time! - other.time! || (one.event.id < other.event.id ? -1 : 1));
  return { next, waiting, never };
}

function timeOf(status: BriefEventStatus): SimTime | undefined {
  if (status.kind === 'scheduled') return status.time;
  return status.kind === 'not-held' ? status.next : undefined;
}
