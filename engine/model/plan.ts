import type { Action, EventKind, OnFailure, TimeComparator } from './event.ts';
import type { EventId } from './ids.ts';
import type { SourceLocation } from './problem.ts';
import type { SimSpan, SimTime } from './time.ts';
import type { Timing } from './timing.ts';

/** An event of a scenario as data: all but the questions it asks. Every scenario event is one. */
export interface EventOutline {
  readonly id: EventId;
  readonly kind: EventKind;
  readonly timing: Timing;
  readonly place: SourceLocation | undefined;
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
  readonly augmentation?: AugmentationSettings;
  /** What the author sorts the scenario by. */
  readonly tags?: readonly string[] | undefined;
  /** The author's remarks on its events. */
  readonly hints?: readonly Hint[] | undefined;
  /** In order of declaration. */
  readonly events: readonly EventOutline[];
}

/** What a hint is about: the task that the user gives, or what the environment does. */
export type HintKind = 'task' | 'environment';

/** A scenario author's remark on an event, for people who read or judge its runs. The agent never sees it. */
export interface Hint {
  readonly event: EventId;
  readonly kind: HintKind;
  readonly text: string;
}

/** The capabilities by which the field sorts scenarios. */
export const CAPABILITIES = [
  'planning',
  'memory',
  'collaboration',
  'exploration',
  'unit-test',
  'prompt-injection',
  'universe',
  'safety',
  'adaptability',
  'ambiguity',
  'execution',
  'search',
  'time',
  'security',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** What those who call a tool are told of it instead of what its app says. */
export interface ToolOverride {
  readonly name?: string;
  readonly description?: string;
}

/** What tools go by, by their whole names such as `Mail__send_email`. */
export type ToolOverrides = Readonly<Record<string, ToolOverride>>;

/** What a run's world is like for its agent, once everything is settled. */
export interface AugmentationSettings {
  /** The share of the agent's calls that fail of themselves, from 0 to 1. */
  readonly toolFailures: number;
  readonly tools: ToolOverrides;
}

/** What a run may be asked for that makes its world less dependable and less quiet, whatever its scenario says. */
export interface AugmentationOverrides {
  /** The share of the agent's calls that fail of themselves, from 0 to 1. */
  readonly toolFailures?: number | undefined;
  readonly noise?:
    { readonly perMinute?: number | undefined; readonly seed?: number | undefined } | undefined;
}

/** How simulated time goes on: from event to event, or tick by tick whether something is due or not. */
export type TickPolicy = 'by-event' | 'by-tick';

/** What a scenario says of its time. */
export interface TimeSettings {
  /** Its end, where it has one, is the last instant that still belongs to the run. */
  readonly duration: SimSpan | undefined;
  readonly tick: SimSpan;
  readonly tickPolicy: TickPolicy;
  /** Whether a run by ticks ends as soon as nothing is due any more. */
  readonly endsWhenIdle: boolean;
}
