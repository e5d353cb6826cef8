import TinyQueue from 'tinyqueue';
import type { ScenarioEvent } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import { earlier, type SimTime } from '../model/time.ts';

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

/** Whether `due` fires when its turn comes. */
export const mayFire = ({ open = 0 }: Due): boolean => open === 0;

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
  takeUntil(now: SimTime): Due[] {
    let batch: Due[] = [];
    while (this.#heap.length > 0 && this.#heap.peek()!.time <= now) batch = grown(batch, this.#heap.pop()!);
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

  /** The same of those in the heap from `at` downwards: nothing below an event is due before it. */
  #nextBelow(at: number): SimTime | undefined {
    const due = this.#heap.data[at];
    if (due === undefined || mayFire(due)) return due?.time;
    const left = this.#nextBelow(2 * at + 1);
    const right = this.#nextBelow(2 * at + 2);
    return left === undefined || right === undefined ? (left ?? right) : earlier(left, right);
  }
}

const byTimeThenKey = (one: Due, other: Due): number =>
  one.time - other.time || compareCodePoints(one.key, other.key);

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
