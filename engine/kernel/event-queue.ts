import type { ScenarioEvent } from '../model/event.ts';
import { earlier, type SimTime } from '../model/time.ts';
import { byTimeThenKey, dueAt, mayFire, type Due } from './due.ts';
import { TimeHeap } from './time-heap.ts';

const NOTHING: readonly Due[] = [];

/** Events that are due, in firing order: by time, then by key in code-point order. */
export class EventQueue {
  /** What waits for nothing but its time. No more is made of it than that before. */
  readonly #planned = new TimeHeap<ScenarioEvent>();
  readonly #released = new TimeHeap<Due>();

  /** The instant of the next event that may fire, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    return earliest(this.#planned.firstTime, this.#nextBelow(0));
  }

  push(due: Due): void {
    this.#released.push(due.time, due);
  }

  /** Takes `event` in, which waits for nothing but `time`. */
  plan(event: ScenarioEvent, time: SimTime): void {
    this.#planned.push(time, event);
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
    const planned = this.#planned.list().map(({ time, item }) => dueAt(time, item));
    return [...planned, ...this.#released.items].sort(byTimeThenKey);
  }

  /** One that is due by `now`, in no order. */
  #take(now: SimTime): Due | undefined {
    if (this.#released.isDue(now)) return this.#released.pop();
    const time = this.#planned.firstTime;
    return time === undefined || time > now ? undefined : dueAt(time, this.#planned.pop());
  }

  /** The same of those released, from the place `at` in the heap downwards: nothing below one is due before it. */
  #nextBelow(at: number): SimTime | undefined {
    const due = this.#released.items[at];
    if (due === undefined || mayFire(due)) return due?.time;
    return earliest(this.#nextBelow(2 * at + 1), this.#nextBelow(2 * at + 2));
  }
}

/** The earlier of two instants, of which there may be none. */
const earliest = (one: SimTime | undefined, other: SimTime | undefined): SimTime | undefined =>
  one === undefined || other === undefined ? (one ?? other) : earlier(one, other);
