import type { Action, EventKind, OnFailure, TimeComparator } from '../event.ts';
import type { EventId } from '../values/ids.ts';
import type { SourceLocation } from '../problem.ts';
import type { SimSpan, SimTime } from '../values/time.ts';
import type { Timing } from './timing.ts';
import type { TurnRule } from '../turns.ts';
import type { Judging } from '../verdict.ts';

/** An event of a scenario as data, without the functions of its checks. */
export interface EventOutline {
  readonly id: EventId;
  readonly kind: EventKind;
  readonly timing: Timing;
  readonly place: SourceLocation | undefined;
  readonly dormant?: true | undefined;
  /** The action, for actions. */
  readonly action?: Action;
  /** The declared effect of the action's tool. */
  readonly effect?: 'read' | 'write' | undefined;
  readonly oracle?: boolean;
  readonly onFailure?: OnFailure;
  readonly isNoise?: true | undefined;
  readonly comparator?: TimeComparator | undefined;
  /** The scenario's own plan, if a call of a script or a change of a branch replaces this oracle event. */
  readonly planned?: Pick<EventOutline, 'timing' | 'action' | 'comparator'> | undefined;
  /** The name, for conditions. */
  readonly name?: string;
  /** The interval and timeout in ticks, for conditions and validations. */
  readonly every?: number;
  readonly timeout?: number | undefined;
}

/** The plan of a run as data. It is stored with the run, so that planned events that did not happen can be listed. */
export interface PlanOutline {
  readonly start: SimTime;
  readonly duration: SimSpan | undefined;
  readonly tick: SimSpan;
  /** The settings for tool failures and renamed tools. */
  readonly augmentation?: AugmentationSettings;
  /** The scenario's tags. */
  readonly tags?: readonly string[] | undefined;
  /** The author's hints on events. */
  readonly hints?: readonly Hint[] | undefined;
  /** The rules by which the runs are judged; ARE's rules when left out. */
  readonly judging?: Judging | undefined;
  /** The rule that assigns events to turns; by the longest path when left out. */
  readonly turnRule?: TurnRule | undefined;
  /** In order of declaration. */
  readonly events: readonly EventOutline[];
}

/** The subject of a hint: the task that the user gives, or an action of the environment. */
export type HintKind = 'task' | 'environment';

/** A scenario author's remark on an event, for people who read or judge its runs. The agent never sees it. */
export interface Hint {
  readonly event: EventId;
  readonly kind: HintKind;
  readonly text: string;
}

/** The capability tags of ARE. */
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

/** The capabilities that Gaia2, ARE's benchmark, tests. */
export const GAIA2_CAPABILITIES = [
  'adaptability',
  'ambiguity',
  'execution',
  'search',
  'time',
] as const satisfies readonly Capability[];

/** The name and description of a tool for the agent, instead of the app's own. */
export interface ToolOverride {
  readonly name?: string;
  readonly description?: string;
}

/** Overrides by full tool name, such as `Mail__send_email`. */
export type ToolOverrides = Readonly<Record<string, ToolOverride>>;

/** The failures and names of tools in a run, with defaults filled in. */
export interface AugmentationSettings {
  /** The share of the agent's calls that fail without being carried out, from 0 to 1. */
  readonly toolFailures: number;
  readonly tools: ToolOverrides;
}

/** Noise events a minute, if only the seed of the noise is given. */
export const USUAL_NOISE = 10;

/** Failures and noise that a run asks for instead of its scenario's. */
export interface AugmentationOverrides {
  /** The share of the agent's calls that fail without being carried out, from 0 to 1. */
  readonly toolFailures?: number | undefined;
  readonly noise?:
    { readonly perMinute?: number | undefined; readonly seed?: number | undefined } | undefined;
}

/** How simulated time moves: from event to event, or tick by tick whether or not an event is due. */
export type TickPolicy = 'by-event' | 'by-tick';

/** A scenario's duration and ticks. */
export interface TimeSettings {
  /** The run's last instant is `start + duration`; endless when undefined. */
  readonly duration: SimSpan | undefined;
  readonly tick: SimSpan;
  readonly tickPolicy: TickPolicy;
  /** Whether a run by ticks ends as soon as no more events are due. */
  readonly endsWhenIdle: boolean;
}
