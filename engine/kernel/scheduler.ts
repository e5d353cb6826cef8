import TinyQueue from 'tinyqueue';
import {
  after,
  compareCodePoints,
  earlier,
  orderKey,
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

/** Schedules `event` at `time`, without causes. */
export const scheduledAt = (time: SimTime, event: ScenarioEvent): ScheduledEvent => ({
  time,
  key: orderKey(event, 0),
  event,
  causes: NO_CAUSES,
  checks: 0,
});

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
