import type { AppName, EventId } from './values/ids.ts';
import type { JsonObject } from './values/json.ts';
import type { ActionEntry, LogEntry } from './log-entry.ts';
import type { Failure } from './outcome.ts';
import type { SourceLocation } from './problem.ts';
import type { SimTime } from './values/time.ts';
import type { Timing } from './plan/timing.ts';

/** Who acts: the agent under study, the user it serves, or the world around both. */
export type Actor = 'agent' | 'user' | 'environment';

export type EventKind = Actor | 'condition' | 'validation' | 'agent-validation' | 'stop';

/** How the time of the agent's action should compare with the oracle's. Used by judges only. */
export type TimeComparator = 'less-than' | 'greater-than' | 'equal';

/** What happens to an event's successors when its action fails. */
export type OnFailure = 'continue' | 'hold' | 'stop';

interface PlannedEventBase {
  readonly id: EventId;
  readonly timing: Timing;
  /** Where the author's source declares the event. */
  readonly place: SourceLocation | undefined;
  /** Set if the event does not fire until it is scheduled during the run. */
  readonly dormant?: true;
}

/** An action placed in time. */
export interface ActionEvent extends PlannedEventBase {
  readonly kind: Actor;
  readonly action: PlannedAction;
  /** An action of a perfect agent; carried out only in oracle mode. */
  readonly oracle: boolean;
  readonly onFailure: OnFailure;
  /** Set for noise, which the scenario's author did not plan. */
  readonly isNoise?: true;
  /** The index of the call in the agent's script. A scripted call is carried out in every mode. */
  readonly scripted?: number;
  /** Set when planning has checked that the arguments contain no references. */
  readonly literal?: boolean;
  /** Set when a branch leaves the event out: it fires without calling its tool. */
  readonly leftOut?: true;
  /** The action fails with this failure instead of calling its tool. */
  readonly failsWith?: Failure;
  /** Only set for oracle events. */
  readonly comparator?: TimeComparator;
  /** The scenario's own plan, if a call of a script or a change of a branch replaces this oracle event. */
  readonly planned?: Pick<ActionEvent, 'timing' | 'action' | 'comparator'>;
}

/** How often a check is repeated, and for how long. Both in ticks. */
export interface Polling {
  readonly every: number;
  readonly timeout: number | undefined;
}

/** The data that a check can read besides the apps' states. */
export interface Past {
  readonly now: SimTime;
  /** All entries so far. Only the entries that are read cost time, and reading one keeps the whole log in memory. */
  readonly log: readonly LogEntry[];
  /** The entries so far that called `tool` of `app`, by any caller and with any outcome. */
  calls(app: string, tool: string): readonly ActionEntry[];
}

/** A predicate over the apps' states and the past. A check that throws or writes to a state fails the run. */
export type Predicate<World> = (world: World, past: Past) => boolean;

/** A check repeated until it holds; then its successors are released. */
export interface ConditionEvent<World = never> extends PlannedEventBase, Polling {
  readonly kind: 'condition';
  readonly name: string;
  readonly holds: Predicate<World>;
}

/** A named predicate over the apps' states. */
export interface Check<World = never> {
  readonly name: string;
  readonly holds: Predicate<World>;
}

/** Milestones that must be reached before the timeout, and minefields that must never be triggered. */
export interface ValidationEvent<World = never> extends PlannedEventBase, Polling {
  readonly kind: 'validation';
  readonly milestones: readonly Check<World>[];
  readonly minefields: readonly Check<World>[];
}

/** A predicate over one action of the agent, evaluated right after it. */
export type ActionPredicate<World> = (world: World, past: Past, action: ActionEntry) => boolean;

/** A named predicate over the agent's actions. */
export interface ActionCheck<World = never> {
  readonly name: string;
  readonly holds: ActionPredicate<World>;
}

/**
 * Checks the agent's actions from the moment this event fires. Some action must reach each milestone before the timeout; no
 * action may trigger a minefield.
 */
export interface AgentValidationEvent<World = never> extends PlannedEventBase {
  readonly kind: 'agent-validation';
  readonly milestones: readonly ActionCheck<World>[];
  readonly minefields: readonly ActionCheck<World>[];
  /** In ticks, counted from the tick in which the event fires. */
  readonly timeout: number | undefined;
}

/** Ends the run after the tick in which it fires. */
export interface StopEvent extends PlannedEventBase {
  readonly kind: 'stop';
}

/** An action, condition, validation or stop placed in time. */
export type ScenarioEvent = ActionEvent | ConditionEvent | ValidationEvent | AgentValidationEvent | StopEvent;

/** One call of one tool with its arguments, without a time. */
export interface Action {
  readonly app: AppName;
  /** The tool's wire name, such as `send_email`. */
  readonly tool: string;
  /** Arguments as given, with references to earlier results. */
  readonly args: JsonObject;
}

export const isSameTool = (one: Action, other: Action): boolean =>
  one.app === other.app && one.tool === other.tool;

/** An action as it is planned. */
export interface PlannedAction extends Action {
  /**
   * The declared effect of its tool. Set only when the plan has checked that the tool accepts these arguments unchanged; then
   * the log keeps the planned action itself.
   */
  readonly effect?: 'read' | 'write';
}

/** The name of a condition's check after `checks` earlier ones. As in ARE, the id contains the number. */
export const checkName = (id: string, checks: number): string =>
  id.includes('CHECK_') && /CHECK_\d/.test(id)
    ? id.replace(/CHECK_\d+/g, `CHECK_${checks}`)
    : `${id}-CHECK_${checks}`;

/** Whether a condition that does not hold at check number `attempt` has timed out. */
export const conditionTimedOut = ({ every, timeout }: Polling, attempt: number): boolean =>
  timeout !== undefined && attempt * every > timeout;

/** Whether check number `attempt` of a validation is its last: as in ARE, one sooner than for conditions. */
export const validationTimedOut = ({ every, timeout }: Polling, attempt: number): boolean =>
  timeout !== undefined && attempt * every >= timeout;
