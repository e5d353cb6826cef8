import TinyQueue from 'tinyqueue';
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

/** Events that are due, in firing order: by time, then by key in code-point order. */
export class EventQueue {
  readonly #heap = new TinyQueue<Due>([], byTimeThenKey);

  get size(): number {
    return this.#heap.length;
  }

  /** The instant of the next event, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    return this.#heap.peek()?.time;
  }

  push(due: Due): void {
    this.#heap.push(due);
  }

  /** Takes out all that is due by `now`, in firing order. */
  takeUntil(now: SimTime): Due[] {
    let batch: Due[] = [];
    for (let next = this.#heap.peek(); next !== undefined && next.time <= now; next = this.#heap.peek())
      batch = grown(batch, this.#heap.pop()!);
    return batch;
  }

  /** All that waits, in firing order. */
  list(): Due[] {
    return [...this.#heap.data].sort(byTimeThenKey);
  }
}

function byTimeThenKey(one: Due, other: Due): number {
  return one.time - other.time || compareCodePoints(one.key, other.key);
}

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
