import type { Action, ActionEvent, Actor, OnFailure, ScenarioEvent } from './event.ts';
import type { AppName, EventId } from './values/ids.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { Path } from './values/paths.ts';
import type { Failure, Outcome } from './outcome.ts';
import type { EventOutline } from './plan/plan-outline.ts';
import type { RunMode } from './run.ts';
import type { SimTime } from './values/time.ts';

interface EntryBase {
  /** Position in the log: 0, 1, 2 … without gaps. */
  readonly index: number;
  /** The time at which the event happened; never before the previous entry's. */
  readonly time: SimTime;
  /** The due time; earlier than `time` when ticks are coarse. */
  readonly due: SimTime;
  readonly event: EventId;
  /** Indexes of the entries whose events released this event; empty for events without predecessors and direct calls. */
  readonly causes: readonly number[];
  readonly outcome: Outcome;
  /** Every write to the apps' states, in order. */
  readonly changes: readonly Change[];
}

/** A logged action. `resolved` has the arguments that the tool received, if they differ from the given ones. */
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
  /** Set if the arguments did not fit, so that the tool was not called. */
  readonly refused?: true;
}

/** The result of an agent validation after one action. */
export interface Observation {
  readonly validation: EventId;
  readonly verdict: 'watching' | 'passed' | 'failed';
  /** Milestones reached by this action or earlier, and those still open. */
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  /** Minefields that were triggered. */
  readonly tripped: readonly string[];
  /** Whether the validation had timed out before this action. */
  readonly late: boolean;
  /** The error of a check that failed to run. */
  readonly error?: Failure;
}

/** How a wait ended: by a notification or the end of the run, or at its deadline. */
export type Waited = 'told' | 'timed-out';

export interface ActionEntry extends EntryBase {
  readonly kind: Actor;
  readonly oracle: boolean;
  readonly action: RecordedAction;
  readonly calls: readonly NestedCall[];
  /** Set for calls between the scenario's events, by an agent or a person. */
  readonly direct?: true;
  /** Set for a call that notified nobody. */
  readonly quiet?: true;
  /** Set if a branch repeats the agent's call although the agent's question differs from the recorded one, now or earlier. */
  readonly answersOther?: true;
  /** Set if the arguments did not fit, so that the tool was not called. */
  readonly refused?: true;
  /** How the caller's wait ended. The tool's changes are in the earlier {@link WaitEntry}. */
  readonly waited?: Waited;
  /** The results of agent validations after this action. */
  readonly observations?: readonly Observation[];
}

export interface ConditionEntry extends EntryBase {
  readonly kind: 'condition';
  readonly name: string;
  /** 1 for the first check. */
  readonly attempt: number;
  readonly verdict: 'held' | 'waiting' | 'timed-out' | 'broken';
}

export interface ValidationEntry extends EntryBase {
  readonly kind: 'validation';
  /** 1 for the first check. */
  readonly attempt: number;
  readonly verdict: 'passed' | 'waiting' | 'failed';
  /** Milestones reached by this check or earlier, and those still open. */
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  /** Minefields that were triggered. */
  readonly tripped: readonly string[];
}

/** The start of an agent validation. Its results are logged with the actions it observes. */
export interface AgentValidationEntry extends EntryBase {
  readonly kind: 'agent-validation';
  readonly milestones: readonly string[];
  readonly minefields: readonly string[];
  readonly timeout: number | undefined;
}

export interface StopEntry extends EntryBase {
  readonly kind: 'stop';
}

/** A call whose caller still waits: an action entry without its position in the log and the end of the wait. */
export type WaitingCall = Omit<ActionEntry, Exclude<keyof EntryBase, 'outcome'> | 'waited'>;

/**
 * A tool has run, with these changes, and its caller waits. When the wait ends, the call's own entry follows, without changes;
 * until then, its successors are not released and nobody is notified.
 */
export interface WaitEntry extends EntryBase {
  readonly kind: 'wait';
  readonly call: WaitingCall;
  /** The end of the wait, unless a notification ends it earlier. */
  readonly until: SimTime;
}

/** One line of the event log. Written once, never edited: the log is the run. */
export type LogEntry =
  ActionEntry | ConditionEntry | ValidationEntry | AgentValidationEntry | StopEntry | WaitEntry;

export type EntryKind = LogEntry['kind'];

type WithoutChanges<Entry> = Entry extends LogEntry ? Omit<Entry, 'changes'> : never;

/** A log entry without its state changes. */
export type EntryHead = WithoutChanges<LogEntry>;

/** The finished or waiting call of an entry; `undefined` for checks and stops. */
export const callIn = (entry: EntryHead): WaitingCall | undefined =>
  'action' in entry ? entry : entry.kind === 'wait' ? entry.call : undefined;

/** The call of an entry, with the arguments that its tool received. */
export const calledAction = ({ action }: ActionEntry): Action => {
  const { app, tool, args, resolved = args } = action;
  return { app, tool, args: resolved };
};

/** An event that repeats the call of an entry, due at the same time. To repeat it in the same run, change the id. */
export const futureEvent = ({ kind, event, due, action: { app, tool, args } }: ActionEntry): ActionEvent => ({
  id: event,
  kind,
  timing: { kind: 'at', time: due, after: [] },
  place: undefined,
  action: { app, tool, args },
  oracle: false,
  onFailure: 'continue',
});

/** Whether an action with this outcome releases its successors. */
export const actionReleases = ({ status }: Outcome, onFailure: OnFailure): boolean =>
  status === 'done' || (status === 'failed' && onFailure === 'continue');

/** Whether an event releases its successors whatever its outcome. */
export const alwaysReleases = (event: ScenarioEvent, mode: RunMode): boolean =>
  'action' in event &&
  event.onFailure === 'continue' &&
  (mode === 'oracle' || !event.oracle || event.scripted !== undefined);

/** Whether an event released its successors with `entry`. Agent validations release theirs with the actions they observe. */
export function releasesWith(
  { onFailure = 'continue', leftOut }: Pick<EventOutline, 'kind' | 'onFailure'> & { readonly leftOut?: true },
  entry: EntryHead,
): boolean {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return leftOut === true || actionReleases(entry.outcome, onFailure);
    case 'condition':
      return entry.verdict === 'held';
    case 'validation':
      return entry.verdict === 'passed';
    case 'agent-validation':
    case 'stop':
    case 'wait':
      return false;
  }
}

/** One write to an app's state. Applying the changes of a log in order reconstructs any state. */
export type Change =
  | { readonly op: 'set'; readonly app: AppName; readonly path: Path; readonly value: Json }
  | { readonly op: 'delete'; readonly app: AppName; readonly path: Path }
  | {
      readonly op: 'splice';
      readonly app: AppName;
      readonly path: Path;
      readonly at: number;
      readonly remove: number;
      readonly insert: readonly Json[];
    };

/** How an entry changed a value: it set the value, inserted or deleted it, or changed something inside it. */
export type WriteKind = 'set' | 'inserted' | 'deleted' | 'within';

/** An entry that changed a value. */
export interface ValueChange {
  /** {@link LogEntry.index}. */
  readonly index: number;
  readonly how: WriteKind;
  /** The value after the entry; missing if it was deleted, or if the change covers only part of it. */
  readonly value: Json | undefined;
}
