import { between, type SimTime, type EventStatus, toSeconds } from '../../engine/model/index.ts';

/** An event, the line that its author wrote it on, and where it stands. */
export interface Placed {
  readonly event: string;
  readonly place: string | null;
  readonly status: EventStatus;
}

/** Where an event stands, and what stands in its way in the end. */
export function statusLines({ event, place, status }: Placed, start: SimTime): readonly string[] {
  const head = place === null ? event : `${event} (${place})`;
  if (status.kind !== 'waiting') return [`${head} ${inWords(status, start)}`];
  return [
    `${head} waits for ${status.waitsFor.join(', ')}`,
    ...status.blockedBy.map(({ event: id, status: one }) => `  ${id} ${inWords(one, start)}`),
  ];
}

/** Where an event stands, as one would say it. Times are counted from `start`, as the log's are. */
function inWords(status: Exclude<EventStatus, { kind: 'waiting' }>, start: SimTime): string {
  const at = (time: SimTime): string => `+${toSeconds(between(start, time))}s`;
  switch (status.kind) {
    case 'fired':
      return `has fired (#${status.entry})`;
    case 'scheduled':
      return status.withinRun
        ? `is due at ${at(status.time)}`
        : `would be due at ${at(status.time)}, after the end of the run`;
    case 'not-held':
      return `did not hold when it was last looked at, at ${at(status.checked)} (#${status.entry})`;
    case 'watching':
      return `watches the agent (since #${status.entry})`;
    case 'never-releases':
      return `never releases its successors: ${status.reason} (#${status.entry})`;
    case 'dormant':
      return 'is left out until it is scheduled';
    case 'unknown':
      return 'is no event of this scenario';
  }
}
