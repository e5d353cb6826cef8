import {
  after,
  append,
  dependencies,
  dueByItself,
  type EventId,
  later,
  orderKey,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
} from '../model/index.ts';
import { canFire, type ScheduledEvent, scheduledAt, type Scheduler } from './scheduler.ts';

/** When an event that released its successors was due, and the log entry by which it did. */
export interface Release {
  readonly due: SimTime;
  readonly entry: number;
}

/** An event with several predecessors. Its due time and causes grow as they fire. */
interface Join extends ScheduledEvent {
  time: SimTime;
  causes: number[];
  /** How many predecessors have not fired. */
  unmet: number;
  /** How many predecessors have no time yet. */
  unscheduled: number;
  /** Whether the scheduler holds it. */
  isQueued: boolean;
}

/** An event that waits for another. */
interface Successor {
  readonly event: ScenarioEvent;
  readonly delay: SimSpan | undefined;
  /** Only where it waits for several events. */
  readonly join: Join | undefined;
  /** Whether the time of the event it waits for is known and counted in the join. */
  isTimed: boolean;
}

/** Never written to: `append` makes a new list for the first cause. */
const NO_CAUSES: number[] = [];

/**
 * Which event waits for which. An event is due its delay after the latest of its predecessors. As in the reference, a join
 * enters the scheduler early: when a predecessor fires and every other predecessor has a time.
 */
export class DependencyGraph {
  readonly #start: SimTime;
  readonly #scheduler: Pick<Scheduler, 'push'>;
  readonly #alwaysReleases: (event: ScenarioEvent) => boolean;
  /** Who waits for each event; `undefined` once it has released them. */
  readonly #successors = new Map<EventId, Successor[] | undefined>();
  /** How many events have successors that wait. */
  #awaited = 0;
  #hasJoins = false;

  /**
   * @param scheduler Receives the events that are ready.
   * @param alwaysReleases Whether an event releases its successors whatever comes of it, so that they can be timed early.
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

  /** Adds the events a run begins with; dormant ones wait until they are scheduled. */
  addAll(events: readonly ScenarioEvent[]): void {
    const active = events.filter(({ dormant }) => dormant !== true);
    for (const event of active) this.add(event, () => undefined);
    if (!this.#hasJoins) return;
    for (const event of active)
      if (event.timing.kind !== 'after') this.#announce(event, dueByItself(event.timing, this.#start));
  }

  /** Adds `event`. `released` tells which of its predecessors have released their successors before. */
  add(event: ScenarioEvent, released: (id: EventId) => Release | undefined): void {
    const waits = dependencies(event.timing);
    const time = dueByItself(event.timing, this.#start);
    if (waits.length === 0) {
      this.#scheduler.push(scheduledAt(time, event));
      return;
    }
    const join = waits.length === 1 ? undefined : joinOf(event, time, waits.length);
    this.#hasJoins ||= join !== undefined;
    for (const { event: id, delay } of waits) {
      const release = released(id);
      if (release === undefined) this.#await(id, { event, delay, join, isTimed: false });
      else if (join === undefined) this.#schedule(event, delay, release);
      else {
        countTime(join, delay, release.due);
        countRelease(join, release.entry);
      }
    }
    if (join?.unmet === 0) this.#enqueue(join);
  }

  /** Whether a dequeued event fires now. A join with unmet predecessors is queued again when the last of them fires. */
  canFire(scheduled: ScheduledEvent): boolean {
    if (canFire(scheduled)) return true;
    (scheduled as Join).isQueued = false;
    return false;
  }

  /** Schedules the successors of `event`, in the order they were added. Once only, even if a recording fires it twice. */
  release(event: EventId, release: Release): void {
    // With nobody waiting the id, which lies anywhere in memory, is not even read.
    if (this.#awaited === 0) return;
    const successors = this.#successors.get(event);
    if (successors === undefined) return;
    this.#forget(event);
    for (const successor of successors) {
      const { join, delay } = successor;
      if (join === undefined)
        this.#announce(successor.event, this.#schedule(successor.event, delay, release));
      else this.#advance(join, successor, release);
    }
  }

  #await(id: EventId, successor: Successor): void {
    const waiting = this.#successors.get(id);
    if (waiting !== undefined) waiting.push(successor);
    else {
      this.#successors.set(id, [successor]);
      this.#awaited += 1;
    }
  }

  /** Entries leave the map all at once: a map that shrinks one by one is rehashed again and again. */
  #forget(event: EventId): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#successors.clear();
    else this.#successors.set(event, undefined);
  }

  /** Schedules an event whose only predecessor has fired. Answers its due time. */
  #schedule(event: ScenarioEvent, delay: SimSpan | undefined, { due, entry }: Release): SimTime {
    const earliest = dueByItself(event.timing, this.#start);
    const time = delay === undefined ? earliest : later(earliest, after(due, delay));
    this.#scheduler.push({ time, key: orderKey(event, 0), event, causes: [entry], checks: 0 });
    return time;
  }

  /** Counts the release of one predecessor of `join`. */
  #advance(join: Join, { delay, isTimed }: Successor, { due, entry }: Release): void {
    if (!isTimed) countTime(join, delay, due);
    countRelease(join, entry);
    if (join.isQueued || (join.unmet > 0 && join.unscheduled > 0)) return;
    this.#enqueue(join);
    this.#announce(join.event, join.time);
  }

  #enqueue(join: Join): void {
    join.isQueued = true;
    this.#scheduler.push(join);
  }

  /** Tells the joins that wait for `event` when it will fire, where it is certain to release them. */
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

const joinOf = (event: ScenarioEvent, time: SimTime, unmet: number): Join => ({
  time,
  key: orderKey(event, 0),
  event,
  causes: NO_CAUSES,
  checks: 0,
  unmet,
  unscheduled: unmet,
  isQueued: false,
});

/** One predecessor of `join` has a due time. */
function countTime(join: Join, delay: SimSpan | undefined, due: SimTime): void {
  join.unscheduled -= 1;
  if (delay !== undefined) join.time = later(join.time, after(due, delay));
}

/** One predecessor of `join` has released it. */
function countRelease(join: Join, entry: number): void {
  join.unmet -= 1;
  // A join that waits for one event twice, with two delays, is released by it once.
  if (join.causes.at(-1) !== entry) join.causes = append(join.causes, entry);
}
