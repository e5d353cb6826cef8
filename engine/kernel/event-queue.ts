import TinyQueue from 'tinyqueue';
import type { ScenarioEvent } from '../model/event.ts';
import { earlier, type SimTime } from '../model/time.ts';
import { tieKey } from './polling.ts';

/** How many times have room from the start. */
const FEW = 64;
const NO_CAUSES: readonly number[] = [];
const NOTHING: readonly Due[] = [];

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
  /**
   * Slots, by the times in them alone: what is due together is put in order when it is taken out together. Times stand side
   * by side, for a heap of objects spends its time on fetching them.
   */
  readonly #heap = new TinyQueue<number>([], (one, other) => this.#times[one]! - this.#times[other]!);
  #times = new Float64Array(FEW);
  /** What is due. Of a planned event no more is made than that before its time. */
  readonly #waiting: (Due | ScenarioEvent | undefined)[] = [];
  /** Slots that were given back. */
  readonly #free: number[] = [];

  /** The instant of the next event that may fire, `undefined` when none is left. */
  get nextTime(): SimTime | undefined {
    return this.#nextBelow(0);
  }

  push(due: Due): void {
    this.#put(due.time, due);
  }

  /** Takes `event` in, which waits for nothing but `time`. */
  plan(event: ScenarioEvent, time: SimTime): void {
    this.#put(time, event);
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
    return this.#heap.data.map((slot) => this.#dueIn(slot)).sort(byTimeThenKey);
  }

  #put(time: SimTime, waiting: Due | ScenarioEvent): void {
    const slot = this.#free.pop() ?? this.#waiting.length;
    if (slot === this.#times.length) this.#times = longer(this.#times);
    this.#times[slot] = time;
    this.#waiting[slot] = waiting;
    this.#heap.push(slot);
  }

  #take(now: SimTime): Due | undefined {
    const slot = this.#heap.peek();
    if (slot === undefined || this.#times[slot]! > now) return undefined;
    this.#heap.pop();
    const due = this.#dueIn(slot);
    this.#waiting[slot] = undefined;
    this.#free.push(slot);
    return due;
  }

  #dueIn(slot: number): Due {
    const waiting = this.#waiting[slot]!;
    if ('event' in waiting) return waiting;
    const time = this.#times[slot] as SimTime;
    return { time, key: tieKey(waiting, 0), event: waiting, causes: NO_CAUSES, checks: 0 };
  }

  /** The same of those in the heap from `at` downwards: nothing below an event is due before it. */
  #nextBelow(at: number): SimTime | undefined {
    const slot = this.#heap.data[at];
    if (slot === undefined) return undefined;
    const waiting = this.#waiting[slot]!;
    if (!('event' in waiting) || mayFire(waiting)) return this.#times[slot] as SimTime;
    const left = this.#nextBelow(2 * at + 1);
    const right = this.#nextBelow(2 * at + 2);
    return left === undefined || right === undefined ? (left ?? right) : earlier(left, right);
  }
}

function longer(times: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * times.length);
  more.set(times);
  return more;
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
