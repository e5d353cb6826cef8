import TinyQueue from 'tinyqueue';
import { compareCodePoints, earlier, type ScenarioEvent, type SimTime, orderKey } from '../model/index.ts';

/**
 * What is due, in the order in which it fires. All that is due at a tick is taken from the queue as one batch; what the
 * batch releases for the same tick makes the next batch.
 */
export class Agenda {
  readonly #queue = new EventQueue();
  #batch: readonly Due[] = [];
  #cursor = 0;

  /** When the next event that may fire is due, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    for (let at = this.#cursor; at < this.#batch.length; at++)
      if (mayFire(this.#batch[at]!)) return this.#batch[at]!.time;
    return this.#queue.nextTime;
  }

  /** All that waits for its time, in firing order. */
  get pending(): readonly Due[] {
    return [...this.#batch.slice(this.#cursor), ...this.#queue.list()];
  }

  push(due: Due): void {
    this.#queue.push(due);
  }

  /** See {@link EventQueue.renew}; between two ticks only. */
  renew(change: (due: Due) => Due | undefined): void {
    this.#queue.renew(change);
  }

  /** Puts `first` before all else. */
  precede(first: readonly Due[]): void {
    this.#batch = [...first, ...this.#batch.slice(this.#cursor)];
    this.#cursor = 0;
  }

  /** Takes the next event that is due by `now`. */
  take(now: SimTime): Due | undefined {
    if (this.#cursor === this.#batch.length) {
      this.#batch = this.#queue.takeUntil(now);
      this.#cursor = 0;
    }
    return this.#cursor < this.#batch.length ? this.#batch[this.#cursor++] : undefined;
  }
}

const NOTHING: readonly Due[] = [];

/** Events that are due, in firing order: by time, then by key in code-point order. */
export class EventQueue {
  /** By time alone: what is due together is put in order when it is taken out together. */
  readonly #heap = new TinyQueue<Due>([], (one, other) => one.time - other.time);

  /** The instant of the next event that may fire, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    return this.#nextBelow(0);
  }

  push(due: Due): void {
    this.#heap.push(due);
  }

  /** Takes out all that is due by `now`, in firing order. */
  takeUntil(now: SimTime): readonly Due[] {
    const first = this.#take(now);
    if (first === undefined) return NOTHING;
    const batch = [first];
    for (let due = this.#take(now); due !== undefined; due = this.#take(now)) batch.push(due);
    return batch.length > 1 ? batch.sort(byTimeThenKey) : batch;
  }

  /** Puts what `change` answers in the place of each that waits; nothing where it answers nothing. */
  renew(change: (due: Due) => Due | undefined): void {
    for (const due of this.takeUntil(Infinity as SimTime)) {
      const renewed = change(due);
      if (renewed !== undefined) this.push(renewed);
    }
  }

  /** All that waits, in firing order. */
  list(): Due[] {
    return this.#heap.data.toSorted(byTimeThenKey);
  }

  /** One that is due by `now`, in no order. */
  #take(now: SimTime): Due | undefined {
    const first = this.#heap.peek();
    return first !== undefined && first.time <= now ? this.#heap.pop() : undefined;
  }

  /** When the next may fire of those from the place `at` in the heap downwards: nothing below one is due before it. */
  #nextBelow(at: number): SimTime | undefined {
    const due = this.#heap.data[at];
    if (due === undefined || mayFire(due)) return due?.time;
    return earliest(this.#nextBelow(2 * at + 1), this.#nextBelow(2 * at + 2));
  }
}

/** The earlier of two instants, of which there may be none. */
const earliest = (one: SimTime | undefined, other: SimTime | undefined): SimTime | undefined =>
  one === undefined || other === undefined ? (one ?? other) : earlier(one, other);

const NO_CAUSES: readonly number[] = [];

/** An event that only waits for its time. */
export interface Due {
  readonly time: SimTime;
  /** Decides among equals: the event's id, for checks with the number of the check. */
  readonly key: string;
  readonly event: ScenarioEvent;
  /** Entries of the log that released it. */
  readonly causes: readonly number[];
  /** How often it was looked at before; 0 for what fires once. */
  readonly checks: number;
  /** How many of those it waits for have not fired: with any it has its place, but does not fire. */
  readonly open?: number;
}

/** `event`, which nothing has released, at `time`. */
export const dueAt = (time: SimTime, event: ScenarioEvent): Due => ({
  time,
  key: orderKey(event, 0),
  event,
  causes: NO_CAUSES,
  checks: 0,
});

/** Whether `due` fires when its turn comes. */
export const mayFire = ({ open = 0 }: Due): boolean => open === 0;

/** The order in which events fire: by time, then by key in code-point order. */
const byTimeThenKey = (one: Due, other: Due): number =>
  one.time - other.time || compareCodePoints(one.key, other.key);
