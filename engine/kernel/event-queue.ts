import type { ScenarioEvent } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import type { SimTime } from '../model/time.ts';

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
}

/**
 * Events that are due, in firing order: by time, then by key in code-point order.
 *
 * A binary heap, with the times in a list of their own: to compare two is to look at neighbours, where the events
 * themselves lie all over the memory.
 */
export class EventQueue {
  readonly #times: SimTime[] = [];
  readonly #dues: Due[] = [];

  /** The instant of the next event, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    return this.#times[0];
  }

  push(due: Due): void {
    const times = this.#times;
    const dues = this.#dues;
    let at = dues.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = times[parent]!;
      if (above < due.time || (above === due.time && isInOrder(dues[parent]!, due))) break;
      times[at] = above;
      dues[at] = dues[parent]!;
      at = parent;
    }
    times[at] = due.time;
    dues[at] = due;
  }

  /** Takes out all that is due by `now`, in firing order. */
  takeUntil(now: SimTime): Due[] {
    let batch: Due[] = [];
    while (this.#dues.length > 0 && this.#times[0]! <= now) batch = grown(batch, this.#takeFirst());
    return batch;
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
    return this.#dues.toSorted((one, other) => one.time - other.time || (isInOrder(one, other) ? -1 : 1));
  }

  #takeFirst(): Due {
    const first = this.#dues[0]!;
    const time = this.#times.pop()!;
    const due = this.#dues.pop()!;
    if (due !== first) this.#sink(due, time);
    return first;
  }

  /** Puts `due` into the place of the first, or further down. */
  #sink(due: Due, time: SimTime): void {
    const times = this.#times;
    const dues = this.#dues;
    const { length } = dues;
    let at = 0;
    for (let child = 1; child < length; child = 2 * at + 1) {
      let below = times[child]!;
      if (child + 1 < length) {
        const right = times[child + 1]!;
        if (right < below || (right === below && isInOrder(dues[child + 1]!, dues[child]!))) {
          child += 1;
          below = right;
        }
      }
      if (time < below || (time === below && isInOrder(due, dues[child]!))) break;
      times[at] = below;
      dues[at] = dues[child]!;
      at = child;
    }
    times[at] = time;
    dues[at] = due;
  }
}

/** Whether `one` fires before `other`, which is due at the same time. */
const isInOrder = (one: Due, other: Due): boolean => compareCodePoints(one.key, other.key) <= 0;

/** Like `<` on texts, but surrogate pairs sort after all other characters, as code points do. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left !== right) return lift(left) - lift(right);
  }
  return one.length - other.length;
}

/** Puts surrogates above every other code unit, in the order of the code points they stand for. */
const lift = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
