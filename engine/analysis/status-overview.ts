import {
  type BriefEventStatus,
  EVENT_MARKS,
  type EventMark,
  type EventStatusSummary,
  firstPosition,
  type PendingEvent,
  type PendingGroup,
  type SimTime,
  type StatusOverview,
} from '../model/index.ts';

/** The marks of all events, and the first `limit` pending events of each group. `events` has all of a plan, in its order. */
export function statusOverview(events: readonly EventStatusSummary[], limit: number): StatusOverview {
  const marks = new Uint8Array(events.length);
  const entries = new Int32Array(events.length).fill(-1);
  // Ties are broken by id, as the run does.
  const next = new FirstPending(
    limit,
    (one, other) => one.time! - other.time! || (events[one.nth]!.event < events[other.nth]!.event ? -1 : 1),
  );
  const waiting = new FirstPending(limit);
  const never = new FirstPending(limit);
  for (const [nth, { status }] of events.entries()) {
    const mark = markOf(status);
    marks[nth] = EVENT_MARKS.indexOf(mark);
    if (status.kind === 'fired' || status.kind === 'never-releases') entries[nth] = status.entry;
    if (mark === 'fired') continue;
    const time = timeOf(status);
    const group = mark === 'blocks' || mark === 'never' ? never : time === undefined ? waiting : next;
    group.add({ nth, status, time });
  }
  return { marks, entries, queue: { next: next.group(), waiting: waiting.group(), never: never.group() } };
}

function markOf(status: BriefEventStatus): EventMark {
  switch (status.kind) {
    case 'fired':
      return 'fired';
    case 'never-releases':
      return 'blocks';
    case 'scheduled':
      return status.withinRun ? 'next' : 'never';
    case 'not-held':
    case 'watching':
    case 'awaits-agent':
      return 'next';
    case 'waiting':
      return status.neverFires ? 'never' : 'waiting';
    case 'dormant':
    case 'unknown':
      return 'waiting';
  }
}

function timeOf(status: BriefEventStatus): SimTime | undefined {
  if (status.kind === 'scheduled') return status.time;
  return status.kind === 'not-held' ? status.next : undefined;
}

/** Counts pending events and keeps the first ones: sorting all of 100,000 takes longer than finding their statuses. */
class FirstPending {
  readonly #limit: number;
  readonly #compare: (one: PendingEvent, other: PendingEvent) => number;
  readonly #first: PendingEvent[] = [];
  #count = 0;

  constructor(limit: number, compare: (one: PendingEvent, other: PendingEvent) => number = () => 0) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(event: PendingEvent): void {
    this.#count += 1;
    const last = this.#first.at(-1);
    if (last !== undefined && this.#first.length === this.#limit && this.#compare(event, last) >= 0) return;
    const place = firstPosition(this.#first, (other) => this.#compare(event, other) < 0);
    this.#first.splice(place, 0, event);
    if (this.#first.length > this.#limit) this.#first.pop();
  }

  group(): PendingGroup {
    return { count: this.#count, first: this.#first };
  }
}
