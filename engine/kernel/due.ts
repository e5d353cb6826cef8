import type { ScenarioEvent } from '../model/event.ts';
import type { SimTime } from '../model/time.ts';
import { tieKey } from './polling.ts';

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
  key: tieKey(event, 0),
  event,
  causes: NO_CAUSES,
  checks: 0,
});

/** Whether `due` fires when its turn comes. */
export const mayFire = ({ open = 0 }: Due): boolean => open === 0;

/** The order in which events fire: by time, then by key in code-point order. */
export const byTimeThenKey = (one: Due, other: Due): number =>
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
