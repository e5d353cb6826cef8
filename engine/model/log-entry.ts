import type { Action } from './action.ts';
import type { Change } from './change.ts';
import type { Actor } from './event.ts';
import type { EventId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Outcome } from './outcome.ts';
import type { SimTime } from './time.ts';

interface Logged {
  /** Position in the log: 0, 1, 2 … without gaps. */
  readonly index: number;
  /** When it happened. Never less than the time of the entry before. */
  readonly time: SimTime;
  /** When it was due; earlier than `time` where ticks are coarse. */
  readonly due: SimTime;
  readonly event: EventId;
  /** The entries whose events released this one, by index; empty for roots and direct calls. */
  readonly causes: readonly number[];
  readonly outcome: Outcome;
  /** Every write to the apps' states, in order. */
  readonly changes: readonly Change[];
}

/** An action with the arguments the tool was really called with, where they differ from those given. */
export interface RecordedAction extends Action {
  readonly resolved?: JsonObject;
  readonly effect: 'read' | 'write';
}

/** A tool call that another tool made. */
export interface NestedCall {
  readonly action: Action;
  readonly outcome: Outcome;
  readonly calls: readonly NestedCall[];
}

export interface ActionEntry extends Logged {
  readonly kind: Actor;
  readonly oracle: boolean;
  readonly action: RecordedAction;
  readonly calls: readonly NestedCall[];
}

export interface ConditionEntry extends Logged {
  readonly kind: 'condition';
  readonly name: string;
  /** 1 for the first time it was looked at. */
  readonly attempt: number;
  readonly verdict: 'held' | 'waiting' | 'timed-out' | 'broken';
}

export interface ValidationEntry extends Logged {
  readonly kind: 'validation';
  /** 1 for the first time it was looked at. */
  readonly attempt: number;
  readonly verdict: 'passed' | 'waiting' | 'failed';
  /** Milestones reached at this check or before, and those still open. */
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  /** Minefields stepped on. */
  readonly tripped: readonly string[];
}

export interface StopEntry extends Logged {
  readonly kind: 'stop';
}

/** One line of the event log. Written once, never edited: the log is the run. */
export type LogEntry = ActionEntry | ConditionEntry | ValidationEntry | StopEntry;
