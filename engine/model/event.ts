import type { Action } from './action.ts';
import type { EventId } from './ids.ts';
import type { LogEntry } from './log-entry.ts';
import type { Place } from './place.ts';
import type { SimSpan, SimTime } from './time.ts';

/** Who acts: the agent under study, the user it serves, or the world around both. */
export type Actor = 'agent' | 'user' | 'environment';

export type EventKind = Actor | 'condition' | 'validation' | 'stop';

/** One arrow of the event graph: this event waits for `event`, and then `delay` longer. */
export interface Edge {
  readonly event: EventId;
  readonly delay: SimSpan;
}

/** When an event is due. It never fires before all it waits for have fired. */
export type Timing =
  | { readonly kind: 'from-start'; readonly delay: SimSpan }
  | { readonly kind: 'after'; readonly edges: readonly [Edge, ...Edge[]] }
  | { readonly kind: 'at'; readonly time: SimTime; readonly after: readonly EventId[] };

/** What becomes of an event's successors when its action fails. */
export type OnFailure = 'continue' | 'hold' | 'stop';

interface Placed {
  readonly id: EventId;
  readonly timing: Timing;
  /** Where the author wrote it. */
  readonly place: Place | undefined;
}

/** An action placed in time. */
export interface ActionEvent extends Placed {
  readonly kind: Actor;
  readonly action: Action;
  /** What a perfect agent would do: carried out in oracle mode only. Always the agent's. */
  readonly oracle: boolean;
  readonly onFailure: OnFailure;
}

/** How often something is looked at again, and for how long. Both count ticks. */
export interface Polling {
  readonly every: number;
  readonly timeout: number | undefined;
}

/** What a check may look at beside the apps' states. */
export interface Past {
  readonly now: SimTime;
  readonly log: readonly LogEntry[];
}

/** A question about the world. It only looks: one that writes, or throws, is broken. */
export type Question<World> = (world: World, past: Past) => boolean;

/** A question asked again and again until it holds; then its successors are released. */
export interface ConditionEvent<World = never> extends Placed, Polling {
  readonly kind: 'condition';
  readonly name: string;
  readonly holds: Question<World>;
}

/** A named predicate over the world. */
export interface Check<World = never> {
  readonly name: string;
  readonly holds: Question<World>;
}

/** Milestones that must be reached before the time-out, and minefields that must never be stepped on. */
export interface ValidationEvent<World = never> extends Placed, Polling {
  readonly kind: 'validation';
  readonly milestones: readonly Check<World>[];
  readonly minefields: readonly Check<World>[];
}

/** Ends the run after the tick it fires in. */
export interface StopEvent extends Placed {
  readonly kind: 'stop';
}

/** An action, condition, validation or stop placed in time. */
export type ScenarioEvent = ActionEvent | ConditionEvent | ValidationEvent | StopEvent;
