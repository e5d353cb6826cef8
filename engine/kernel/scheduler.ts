import TinyQueue from 'tinyqueue';
import {
  after,
  append,
  checkName,
  compareCodePoints,
  dependencies,
  dueByItself,
  earlier,
  EMPTY_LIST,
  type EventId,
  later,
  type LogEntry,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
} from '../model/index.ts';

/** An event with a due time, waiting in the queue. */
export interface ScheduledEvent {
  readonly time: SimTime;
  /** Orders events of the same time: the event's id or, for a repeated check, the name of the check. */
  readonly key: string;
  readonly event: ScenarioEvent;
  /** Indexes of the log entries that released the event. */
  readonly causes: readonly number[];
  /** The number of earlier checks; 0 for an event that fires once. */
  readonly checks: number;
  /** The number of predecessors that have not fired. While it is above 0, the event is dropped when it is due. */
  readonly unmet?: number;
  /** Whether an event with predecessors is in the queue. */
  isQueued?: boolean;
}

/** So many events handled at once take a tenth of a second or more. */
export const MANY_EVENTS = 10_000;

const NO_CAUSES: readonly number[] = [];
const NO_EVENTS: readonly ScheduledEvent[] = [];

/** `event`, due at `time`, released by the log entries `causes`, after `checks` earlier checks. */
export const scheduledAt = (
  time: SimTime,
  event: ScenarioEvent,
  causes = NO_CAUSES,
  checks = 0,
): ScheduledEvent => ({ time, key: orderKey(event, checks), event, causes, checks });

/** A character that sorts after all ids. */
const LAST_SORT_KEY = '\u{10FFFF}';

/**
 * The sort key of events due at the same time: the id; for conditions, as in ARE, the name of the check. Calls of a script that
 * replace no oracle event come last, in the script's order.
 */
function orderKey(event: ScenarioEvent, checks: number): string {
  if (event.kind === 'condition') return checkName(event.id, checks);
  if ('scripted' in event && !event.oracle)
    return `${LAST_SORT_KEY}${String(event.scripted).padStart(9, '0')}`;
  return event.id;
}

/** Whether an event fires when it leaves the queue. */
const canFire = ({ unmet = 0 }: ScheduledEvent): boolean => unmet === 0;

/**
 * The events that wait for their time, in firing order: by time, then by key in code-point order. All events due at a tick
 * leave the queue as one batch. Events that the batch releases for the same tick form the next batch, as in ARE.
 */
export class Scheduler {
  /** Ordered by time alone, because TinyQueue is not stable; events of the same time are sorted when they leave together. */
  readonly #queue = new TinyQueue<ScheduledEvent>([], (one, other) => one.time - other.time);
  #batch = NO_EVENTS;
  #cursor = 0;

  /** The time of the next event that can fire; `undefined` when there is none. */
  get nextTime(): SimTime | undefined {
    for (let at = this.#cursor; at < this.#batch.length; at++)
      if (canFire(this.#batch[at]!)) return this.#batch[at]!.time;
    return this.#nextTimeBelow(0);
  }

  get size(): number {
    return this.#queue.data.length + this.#batch.length - this.#cursor;
  }

  /** All scheduled events, in firing order. */
  get pending(): readonly ScheduledEvent[] {
    return [...this.#batch.slice(this.#cursor), ...this.#queue.data.toSorted(byTimeThenKey)];
  }

  /** Whether {@link MANY_EVENTS} or more events are due within `span` of the next event, so that they leave the queue with it. */
  hasManyDue(span: SimSpan): boolean {
    const { data } = this.#queue;
    if (this.#cursor < this.#batch.length || data.length < MANY_EVENTS) return false;
    const now = after(data[0]!.time, span);
    const due = [0];
    for (const at of due)
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < data.length && data[child]!.time <= now && due.push(child) === MANY_EVENTS) return true;
    return false;
  }

  /** Whether `test` is true for a scheduled event. */
  some(test: (scheduled: ScheduledEvent) => boolean): boolean {
    return this.#queue.data.some(test) || this.#batch.slice(this.#cursor).some(test);
  }

  push(scheduled: ScheduledEvent): void {
    this.#queue.push(scheduled);
  }

  /** Puts `first` before all other events. */
  fireFirst(first: readonly ScheduledEvent[]): void {
    this.#batch = [...first, ...this.#batch.slice(this.#cursor)];
    this.#cursor = 0;
  }

  /**
   * Removes and returns the next event that fires by `now`. An event with unmet predecessors leaves the queue without firing; the
   * dependency graph queues it again when the last of them fires.
   */
  dequeue(now: SimTime): ScheduledEvent | undefined {
    for (;;) {
      if (this.#cursor === this.#batch.length) {
        this.#batch = this.#takeUntil(now);
        this.#cursor = 0;
      }
      if (this.#cursor === this.#batch.length) return undefined;
      const next = this.#batch[this.#cursor++]!;
      if (canFire(next)) return next;
      next.isQueued = false;
    }
  }

  /** Replaces every queued event with the result of `change`, or drops it if the result is `undefined`. Call it only between two ticks. */
  update(change: (scheduled: ScheduledEvent) => ScheduledEvent | undefined): void {
    for (const scheduled of this.#takeUntil(Infinity as SimTime)) {
      const updated = change(scheduled);
      if (updated !== undefined) this.push(updated);
    }
  }

  #takeUntil(now: SimTime): readonly ScheduledEvent[] {
    const first = this.#popUntil(now);
    if (first === undefined) return NO_EVENTS;
    const batch = [first];
    for (let next = this.#popUntil(now); next !== undefined; next = this.#popUntil(now)) batch.push(next);
    return batch.length > 1 ? batch.sort(byTimeThenKey) : batch;
  }

  #popUntil(now: SimTime): ScheduledEvent | undefined {
    const first = this.#queue.peek();
    return first !== undefined && first.time <= now ? this.#queue.pop() : undefined;
  }

  /** The earliest time of an event that can fire, among the heap node `at` and its descendants. */
  #nextTimeBelow(at: number): SimTime | undefined {
    const scheduled = this.#queue.data[at];
    if (scheduled === undefined || canFire(scheduled)) return scheduled?.time;
    const left = this.#nextTimeBelow(2 * at + 1);
    const right = this.#nextTimeBelow(2 * at + 2);
    return left === undefined || right === undefined ? (left ?? right) : earlier(left, right);
  }
}

const byTimeThenKey = (one: ScheduledEvent, other: ScheduledEvent): number =>
  one.time - other.time || compareCodePoints(one.key, other.key);

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
    this.#scheduler.push(scheduledAt(time, event, [index]));
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
  causes: EMPTY_LIST,
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
