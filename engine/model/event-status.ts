import type { EventId } from './ids.ts';
import type { SimTime } from './time.ts';

/** Where one event stands at a moment of a run. */
export type Standing =
  | { readonly kind: 'fired'; readonly entry: number }
  /** It waits for nothing but its time, which lies within the run or after its end. */
  | { readonly kind: 'due'; readonly time: SimTime; readonly within: boolean }
  /** It is looked at again and again, and has not come true. */
  | { readonly kind: 'not-held'; readonly entry: number; readonly checked: SimTime; readonly next: SimTime }
  /** It watches the agent from this entry on. */
  | { readonly kind: 'watching'; readonly entry: number }
  /** It has happened, or was given up, and will never let go what waits for it. */
  | { readonly kind: 'impossible'; readonly entry: number; readonly because: string }
  /** It was left out until somebody schedules it. */
  | { readonly kind: 'dormant' }
  | { readonly kind: 'unknown' }
  | Waits;

/** It waits for others. */
export interface Waits {
  readonly kind: 'waits';
  /** What it waits for itself and has not got. */
  readonly on: readonly EventId[];
  /** The least that must happen first: those among all it waits for that wait for nobody themselves. */
  readonly unmet: readonly Obstacle[];
}

/** An event that others wait for in the end. */
export interface Obstacle {
  readonly event: EventId;
  readonly standing: Exclude<Standing, Waits>;
}

/** Where an event stands, with only the nearest of what it waits for. */
export interface BriefStanding {
  readonly event: EventId;
  readonly standing:
    | Exclude<Standing, Waits>
    /** `hopeless` when one of those it waits for, or one that they wait for, will never let it go. */
    | { readonly kind: 'waits'; readonly on: readonly EventId[]; readonly hopeless: boolean };
}
