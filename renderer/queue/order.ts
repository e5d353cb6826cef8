import type { BriefStanding, EventId, EventOutline, SimTime } from '../../engine/model/index.ts';

/** An event that has not fired, and when it is next looked at, where that is known. */
export interface Pending {
  readonly event: EventOutline;
  readonly standing: BriefStanding['standing'];
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
  standings: ReadonlyMap<EventId, BriefStanding['standing']>,
): Queue {
  const next: Pending[] = [];
  const waiting: Pending[] = [];
  const never: Pending[] = [];
  for (const event of events) {
    const standing = standings.get(event.id);
    if (standing === undefined || standing.kind === 'fired') continue;
    const pending = { event, standing, time: timeOf(standing) };
    if (isHopeless(standing)) never.push(pending);
    else if (pending.time === undefined) waiting.push(pending);
    else next.push(pending);
  }
  // As the run breaks ties: at one time by id.
  next.sort((one, other) => one.time! - other.time! || (one.event.id < other.event.id ? -1 : 1));
  return { next, waiting, never };
}

function timeOf(standing: BriefStanding['standing']): SimTime | undefined {
  if (standing.kind === 'due') return standing.time;
  return standing.kind === 'not-held' ? standing.next : undefined;
}

/** True when nothing in the rest of the run will make it fire. */
export const isHopeless = (standing: BriefStanding['standing']): boolean =>
  standing.kind === 'impossible' ||
  (standing.kind === 'due' && !standing.within) ||
  (standing.kind === 'waits' && standing.hopeless);
