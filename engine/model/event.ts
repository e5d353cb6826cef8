import type { AppName, EventId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { ActionEntry, LogEntry } from './log-entry.ts';
import type { SourceLocation } from './problem.ts';
import type { SimTime } from './time.ts';
import type { Timing } from './timing.ts';

/** Who acts: the agent under study, the user it serves, or the world around both. */
export type Actor = 'agent' | 'user' | 'environment';

export type EventKind = Actor | 'condition' | 'validation' | 'agent-validation' | 'stop';

/** How an oracle's action should lie to its time in the agent's run. Only judges look at it. */
export type TimeComparator = 'less-than' | 'greater-than' | 'equal';

/** What becomes of an event's successors when its action fails. */
export type OnFailure = 'continue' | 'hold' | 'stop';

interface Placed {
  readonly id: EventId;
  readonly timing: Timing;
  /** Where the author wrote it. */
  readonly place: SourceLocation | undefined;
  /** Waits to be scheduled while the run goes on. */
  readonly dormant?: true;
}

/** An action placed in time. */
export interface ActionEvent extends Placed {
  readonly kind: Actor;
  readonly action: PlannedAction;
  /** What a perfect agent would do: carried out in oracle mode only. Always the agent's. */
  readonly oracle: boolean;
  readonly onFailure: OnFailure;
  /** The scenario's author has not planned it: it was put in to make the world less quiet. */
  readonly isNoise?: true;
  /** A script does the agent's part with it: it is carried out in every mode. */
  readonly scripted?: true;
  /** Whoever planned it has seen that no result of another event stands in its arguments. Else that is seen when it fires. */
  readonly literal?: boolean;
  /** Nothing is called when it fires. */
  readonly leftOut?: true;
  /** Of oracle events only. */
  readonly comparator?: TimeComparator;
}

/** How often something is looked at again, and for how long. Both count ticks. */
export interface Polling {
  readonly every: number;
  readonly timeout: number | undefined;
}

/** What a check may look at beside the apps' states. */
export interface Past {
  readonly now: SimTime;
  /** All that was logged so far. A run that never looks at it does not have to keep it in memory. */
  readonly log: readonly LogEntry[];
}

/** A question about the world. It only looks: one that writes, or throws, is broken. */
export type Predicate<World> = (world: World, past: Past) => boolean;

/** A question asked again and again until it holds; then its successors are released. */
export interface ConditionEvent<World = never> extends Placed, Polling {
  readonly kind: 'condition';
  readonly name: string;
  readonly holds: Predicate<World>;
}

/** A named predicate over the world. */
export interface Check<World = never> {
  readonly name: string;
  readonly holds: Predicate<World>;
}

/** Milestones that must be reached before the time-out, and minefields that must never be stepped on. */
export interface ValidationEvent<World = never> extends Placed, Polling {
  readonly kind: 'validation';
  readonly milestones: readonly Check<World>[];
  readonly minefields: readonly Check<World>[];
}

/** A question about one action of the agent's, asked right after it. */
export type ActionPredicate<World> = (world: World, past: Past, action: ActionEntry) => boolean;

/** A named predicate over the agent's actions. */
export interface ActionCheck<World = never> {
  readonly name: string;
  readonly holds: ActionPredicate<World>;
}

/**
 * Watches what the agent does from the moment it fires: milestones that one of its actions must reach before the
 * time-out, and minefields that none may step on.
 */
export interface AgentValidationEvent<World = never> extends Placed {
  readonly kind: 'agent-validation';
  readonly milestones: readonly ActionCheck<World>[];
  readonly minefields: readonly ActionCheck<World>[];
  /** In ticks, from the one it fires in. */
  readonly timeout: number | undefined;
}

/** Ends the run after the tick it fires in. */
export interface StopEvent extends Placed {
  readonly kind: 'stop';
}

/** An action, condition, validation or stop placed in time. */
export type ScenarioEvent = ActionEvent | ConditionEvent | ValidationEvent | AgentValidationEvent | StopEvent;

/** One call of one tool with its arguments; no time in it. */
export interface Action {
  readonly app: AppName;
  /** The tool's wire name, such as `send_email`. */
  readonly tool: string;
  /** As given: placeholders and references of earlier results are still in it. */
  readonly args: JsonObject;
}

export const isSameTool = (one: Action, other: Action): boolean =>
  one.app === other.app && one.tool === other.tool;

/** An action as it is planned. */
export interface PlannedAction extends Action {
  /**
   * What its tool is declared to do. There only where the tool was seen to take the arguments as they stand, which are texts,
   * numbers and the like: then the log keeps the action itself.
   */
  readonly effect?: 'read' | 'write';
}
