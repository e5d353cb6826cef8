import type { Change } from './change.ts';
import type { Action, Actor, OnFailure, ScenarioEvent } from './event.ts';
import type { EventId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { EventOutline } from './plan.ts';
import type { RunMode } from './run.ts';
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
  readonly actor: Actor;
  readonly action: RecordedAction;
  readonly outcome: Outcome;
  readonly calls: readonly NestedCall[];
  /** The arguments did not fit, so the tool was never called. */
  readonly refused?: true;
}

/** What an agent validation that was watching made of one action. */
export interface Observation {
  readonly validation: EventId;
  readonly verdict: 'watching' | 'passed' | 'failed';
  /** Milestones reached by this action or before, and those still open. */
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  /** Minefields stepped on. */
  readonly tripped: readonly string[];
  /** Whether its time was over before this action. */
  readonly late: boolean;
  /** What broke while it looked. */
  readonly error?: Failure;
}

export interface ActionEntry extends Logged {
  readonly kind: Actor;
  readonly oracle: boolean;
  readonly action: RecordedAction;
  readonly calls: readonly NestedCall[];
  /** Made between the scenario's events, by an agent or a person. */
  readonly direct?: true;
  /** Made with recording off: it changed the world, and nobody was told. */
  readonly quiet?: true;
  /** The arguments did not fit, so the tool was never called. */
  readonly refused?: true;
  /** It waited, and this ended the wait. */
  readonly waited?: 'told' | 'timed-out';
  /** What the agent validations that were watching made of it. */
  readonly observations?: readonly Observation[];
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

/** An agent validation begins to watch. What comes of it stands with the actions it looks at. */
export interface AgentValidationEntry extends Logged {
  readonly kind: 'agent-validation';
  readonly milestones: readonly string[];
  readonly minefields: readonly string[];
  readonly timeout: number | undefined;
}

export interface StopEntry extends Logged {
  readonly kind: 'stop';
}

/** One line of the event log. Written once, never edited: the log is the run. */
export type LogEntry = ActionEntry | ConditionEntry | ValidationEntry | AgentValidationEntry | StopEntry;

type WithoutChanges<Entry> = Entry extends LogEntry ? Omit<Entry, 'changes'> : never;

/** A log entry without what it wrote. */
export type EntryHead = WithoutChanges<LogEntry>;

/** What firing an event came to. A failed tool call is an answer for the agent to read, not a bug in the lab. */
export type Outcome =
  | { readonly status: 'done'; readonly value: Json }
  | { readonly status: 'failed'; readonly error: Failure }
  /** Nothing was called: an oracle's action in a run that leaves acting to the agent. */
  | { readonly status: 'skipped'; readonly reason: string };

/** The class of error of a scenario's code that did not come back and was stopped: never an answer, always a bug. */
export const TIMED_OUT = 'WatchdogError';

export interface Failure {
  /** The field's class of error, such as `ValueError`. */
  readonly type: string;
  readonly message: string;
  /** Frames in the author's own files. Not part of the log's hash: engines word frames differently. */
  readonly stack?: string;
}

/** Whether an action that came to `outcome` lets its successors go. */
export const actionReleases = ({ status }: Outcome, onFailure: OnFailure): boolean =>
  status === 'done' || (status === 'failed' && onFailure === 'continue');

/** Whether `event`, once its time has come, lets its successors go whatever comes of it. */
export const alwaysReleases = (event: ScenarioEvent, mode: RunMode): boolean =>
  'action' in event &&
  event.onFailure === 'continue' &&
  (mode === 'oracle' || !event.oracle || event.scripted === true);

/** Whether `event` let its successors go with `entry`. What an agent validation comes to stands with other entries. */
export function releasesWith(
  { onFailure = 'continue' }: Pick<EventOutline, 'kind' | 'onFailure'>,
  entry: EntryHead,
): boolean {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return actionReleases(entry.outcome, onFailure);
    case 'condition':
      return entry.verdict === 'held';
    case 'validation':
      return entry.verdict === 'passed';
    case 'agent-validation':
    case 'stop':
      return false;
  }
}
