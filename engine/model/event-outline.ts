import type { Action } from './action.ts';
import type { Augmented } from './augmentation.ts';
import type { EventKind, OnFailure, TimeComparator, Timing } from './event.ts';
import type { Hint } from './hint.ts';
import type { EventId } from './ids.ts';
import type { Place } from './place.ts';
import type { SimSpan, SimTime } from './time.ts';

/** An event of a scenario as data: all but the questions it asks. Every scenario event is one. */
export interface EventOutline {
  readonly id: EventId;
  readonly kind: EventKind;
  readonly timing: Timing;
  readonly place: Place | undefined;
  readonly dormant?: true | undefined;
  /** Of actions. */
  readonly action?: Action;
  /** What its tool is declared to do. */
  readonly effect?: 'read' | 'write' | undefined;
  readonly oracle?: boolean;
  readonly onFailure?: OnFailure;
  readonly isNoise?: true | undefined;
  readonly comparator?: TimeComparator | undefined;
  /** Of conditions. */
  readonly name?: string;
  /** Of conditions and validations, in ticks. */
  readonly every?: number;
  readonly timeout?: number | undefined;
}

/** What a run was to do: kept with it, so that what did not happen can be told from what was never meant to. */
export interface PlanOutline {
  readonly start: SimTime;
  readonly duration: SimSpan | undefined;
  readonly tick: SimSpan;
  /** Where the agent's world is not as dependable, or not told of, as its apps are. */
  readonly augmentation?: Augmented;
  /** What the author sorts the scenario by. */
  readonly tags?: readonly string[] | undefined;
  /** The author's remarks on its events. */
  readonly hints?: readonly Hint[] | undefined;
  /** In order of declaration. */
  readonly events: readonly EventOutline[];
}
