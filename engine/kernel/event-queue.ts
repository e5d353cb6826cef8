import TinyQueue from 'tinyqueue';
import { earlier, type SimTime } from '../model/time.ts';
import { byTimeThenKey, mayFire, type Due } from './due.ts';

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
