import {
  after,
  append,
  dependencies,
  dueByItself,
  EMPTY,
  type EventId,
  type LogEntry,
  later,
  orderKey,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
} from '../model/index.ts';
import { MANY_EVENTS, type ScheduledEvent, scheduledAt, type Scheduler } from './scheduler.ts';

/** The due time and log index of the entry with which an event released its successors. */
export type Release = Pick<LogEntry, 'due' | 'index'>;

/** An event with several predecessors. Its due time and causes grow as they fire. */
interface Join extends ScheduledEvent {
  time: SimTime;
  causes: number[];
  /** The number of predecessors that have not fired. */
  unmet: number;
  /** The number of predecessors without a time so far. */
  unscheduled: number;
  isQueued: boolean;
}

/** An event that waits for a predecessor. */
interface Successor {
  readonly event: ScenarioEvent;
  readonly delay: SimSpan | undefined;
  /** Set only if the event waits for several predecessors. */
  readonly join: Join | undefined;
  /** Whether the predecessor's time is known and counted in the join. */
  isTimed: boolean;
}

/**
 * The graph of events and their predecessors. An event is due its delay after the latest of its predecessors. As in ARE, a join
 * enters the scheduler early: when a predecessor fires and every other predecessor has a time.
 */
export class DependencyGraph {
  readonly #start: SimTime;
  readonly #scheduler: Pick<Scheduler, 'push'>;
  readonly #alwaysReleases: (event: ScenarioEvent) => boolean;
  /** The successors of each event; `undefined` once it has released them. */
  readonly #successors = new Map<EventId, Successor[] | undefined>();
  /** The number of events with waiting successors. */
  #awaited = 0;
  #hasJoins = false;
  /** The number of events for which {@link MANY_EVENTS} or more wait. */
  #hubs = 0;

  /**
   * @param scheduler Receives the events that are ready.
   * @param alwaysReleases Whether an event releases its successors whatever its outcome, so that they can be timed early.
   */
  constructor(
    start: SimTime,
    scheduler: Pick<Scheduler, 'push'>,
    alwaysReleases: (event: ScenarioEvent) => boolean,
  ) {
    this.#start = start;
    this.#scheduler = scheduler;
    this.#alwaysReleases = alwaysReleases;
  }

  /** Whether an event with {@link MANY_EVENTS} or more successors has not fired yet, so that one step can take long. */
  get hasManySuccessors(): boolean {
    return this.#hubs > 0;
  }

  /** Adds the initial events of a run; dormant ones wait until they are scheduled. */
  addAll(events: readonly ScenarioEvent[]): void {
    for (const event of events) if (event.dormant !== true) this.add(event);
    if (!this.#hasJoins) return;
    for (const event of events)
      if (event.dormant !== true && event.timing.kind !== 'after')
        this.#announce(event, dueByItself(event.timing, this.#start));
  }

  /** Adds `event`. `released` returns the release of a predecessor that has already released its successors; left out when none has. */
  add(event: ScenarioEvent, released?: (id: EventId) => Release | undefined): void {
    const waits = dependencies(event.timing);
    const time = dueByItself(event.timing, this.#start);
    if (waits.length === 0) {
      this.#scheduler.push(scheduledAt(time, event));
      return;
    }
    const join = waits.length === 1 ? undefined : newJoin(event, time, waits.length);
    this.#hasJoins ||= join !== undefined;
    for (const { event: id, delay } of waits) {
      const release = released?.(id);
      if (release === undefined) this.#addSuccessor(id, { event, delay, join, isTimed: false });
      else if (join === undefined) this.#schedule(event, delay, release);
      else {
        countTime(join, delay, release.due);
        countRelease(join, release.index);
      }
    }
    if (join?.unmet === 0) this.#enqueue(join);
  }

  /**
   * Schedules the successors of `event`, in the order in which they were added. Only once, even if a recording fires it twice.
   */
  release(event: EventId, release: Release): void {
    // If no event waits, not even the id is read: it may be anywhere in memory.
    if (this.#awaited === 0) return;
    const successors = this.#successors.get(event);
    if (successors === undefined) return;
    this.#untrack(event);
    if (successors.length >= MANY_EVENTS) this.#hubs -= 1;
    for (const successor of successors) {
      const { join, delay } = successor;
      if (join === undefined)
        this.#announce(successor.event, this.#schedule(successor.event, delay, release));
      else this.#countPredecessor(join, successor, release);
    }
  }

  #addSuccessor(id: EventId, successor: Successor): void {
    const waiting = this.#successors.get(id);
    if (waiting !== undefined) {
      if (waiting.push(successor) === MANY_EVENTS) this.#hubs += 1;
    } else {
      this.#successors.set(id, [successor]);
      this.#awaited += 1;
    }
  }

  /** Stops tracking `event`. Entries leave the map all at once, because a map that shrinks one by one is rehashed again and again. */
  #untrack(event: EventId): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#successors.clear();
    else this.#successors.set(event, undefined);
  }

  /** Schedules an event whose only predecessor has fired. Returns its due time. */
  #schedule(event: ScenarioEvent, delay: SimSpan | undefined, { due, index }: Release): SimTime {
    const earliest = dueByItself(event.timing, this.#start);
    const time = delay === undefined ? earliest : later(earliest, after(due, delay));
    this.#scheduler.push({ time, key: orderKey(event, 0), event, causes: [index], checks: 0 });
    return time;
  }

  /** Counts the release of one predecessor of `join`. */
  #countPredecessor(join: Join, { delay, isTimed }: Successor, { due, index }: Release): void {
    if (!isTimed) countTime(join, delay, due);
    countRelease(join, index);
    if (join.isQueued || (join.unmet > 0 && join.unscheduled > 0)) return;
    this.#enqueue(join);
    this.#announce(join.event, join.time);
  }

  #enqueue(join: Join): void {
    join.isQueued = true;
    this.#scheduler.push(join);
  }

  /** Gives the joins that wait for `event` its due time, if it is certain to release them. */
  #announce(event: ScenarioEvent, time: SimTime): void {
    if (!this.#hasJoins || !this.#alwaysReleases(event)) return;
    for (const successor of this.#successors.get(event.id) ?? []) {
      const { join, delay, isTimed } = successor;
      if (join === undefined || isTimed) continue;
      countTime(join, delay, time);
      successor.isTimed = true;
    }
  }
}

const newJoin = (event: ScenarioEvent, time: SimTime, unmet: number): Join => ({
  time,
  key: orderKey(event, 0),
  event,
  causes: EMPTY,
  checks: 0,
  unmet,
  unscheduled: unmet,
  isQueued: false,
});

/** Counts a predecessor of `join` that now has a due time. */
function countTime(join: Join, delay: SimSpan | undefined, due: SimTime): void {
  join.unscheduled -= 1;
  if (delay !== undefined) join.time = later(join.time, after(due, delay));
}

/** Counts a predecessor of `join` that has released it. */
function countRelease(join: Join, entry: number): void {
  join.unmet -= 1;
  // A join that waits for one event twice, with two delays, has only one cause.
  if (join.causes.at(-1) !== entry) join.causes = append(join.causes, entry);
}
