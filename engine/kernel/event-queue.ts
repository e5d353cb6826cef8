import TinyQueue from 'tinyqueue';
import type { ScenarioEvent } from '../model/event.ts';
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
 * The heap holds instants alone: numbers lie side by side, and are quicker to compare than events all over the memory.
 */
export class EventQueue {
  readonly #instants = new TinyQueue<SimTime>([], (one, other) => one - other);
  readonly #dueAt = new Map<SimTime, Due[]>();

  /** The instant of the next event, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    return this.#instants.peek();
  }

  push(due: Due): void {
    const others = this.#dueAt.get(due.time);
    if (others !== undefined) {
      others.push(due);
      return;
    }
    this.#dueAt.set(due.time, [due]);
    this.#instants.push(due.time);
  }

  /** Takes out all that is due by `now`, in firing order. */
  takeUntil(now: SimTime): Due[] {
    let batch: Due[] = [];
    while (this.#instants.length > 0 && this.#instants.peek()! <= now) {
      const next = this.#takeInstant();
      if (batch.length === 0) batch = next;
      else for (const due of next) batch.push(due);
    }
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
    return [...this.#dueAt.values()].flat().sort((one, other) => one.time - other.time || byKey(one, other));
  }

  #takeInstant(): Due[] {
    const time = this.#instants.pop()!;
    const dues = this.#dueAt.get(time)!;
    this.#dueAt.delete(time);
    return dues.length > 1 ? dues.sort(byKey) : dues;
  }
}

const byKey = (one: Due, other: Due): number => compareCodePoints(one.key, other.key);

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
