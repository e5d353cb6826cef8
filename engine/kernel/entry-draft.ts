import {
  type Action,
  type ActionEntry,
  type ActionEvent,
  type Actor,
  type AgentValidationEntry,
  type ConditionEntry,
  eventId,
  type JsonObject,
  type LogEntry,
  type Observation,
  seconds,
  type SimTime,
  type StopEntry,
  type ValidationEntry,
  type WaitEntry,
} from '../model/index.ts';
import { type CallResult, recordedAction } from '../world/index.ts';
import type { ScheduledEvent } from './scheduler.ts';

type DraftOf<Entry> = Omit<Entry, 'index' | 'time' | 'due' | 'event' | 'causes'>;

export type ActionDraft = DraftOf<ActionEntry>;
export type ConditionDraft = DraftOf<ConditionEntry>;
export type ValidationDraft = DraftOf<ValidationEntry>;

/** A log entry without its position in the log. */
export type EntryDraft =
  | ActionDraft
  | ConditionDraft
  | ValidationDraft
  | DraftOf<AgentValidationEntry>
  | DraftOf<StopEntry>
  | DraftOf<WaitEntry>;

/** Options of a call that the scenario did not plan. */
export interface DirectCall {
  /** Whether the call notifies nobody, as in ARE with event registration disabled. */
  readonly quiet?: boolean;
  /** Whether the caller repeats an answer that was recorded for a different question. */
  readonly answersOther?: boolean;
  /** Observations that agent validations made of the tool's nested calls. */
  readonly observations?: readonly Observation[];
}

const ID_PREFIXES = { agent: 'AGENT', user: 'USER', environment: 'ENV' } as const satisfies Record<
  Actor,
  string
>;

/** An event, due at once, for a call that the scenario did not plan. Its id has ARE's form; `suffix` makes it unique. */
export const unplannedEvent = (
  actor: Actor,
  action: Action,
  args: JsonObject,
  suffix: number | string,
): ActionEvent => ({
  id: eventId(`${ID_PREFIXES[actor]}-${action.app}.${action.tool}-${suffix}`),
  kind: actor,
  timing: { kind: 'from-start', delay: seconds(0) },
  place: undefined,
  action: { ...action, args },
  oracle: false,
  onFailure: 'continue',
});

/** The log entry draft of a call that the scenario did not plan. */
export const directCall = (
  { kind, action }: ActionEvent,
  { outcome, args, effect, changes, calls }: CallResult,
  { quiet = false, answersOther = false, observations = [] }: DirectCall,
): ActionDraft => ({
  kind,
  oracle: false,
  action: recordedAction(action, args, effect),
  calls,
  outcome,
  changes,
  direct: true,
  ...(args === undefined ? { refused: true } : {}),
  ...(quiet ? { quiet } : {}),
  ...(answersOther ? { answersOther } : {}),
  ...(observations.length === 0 ? {} : { observations }),
});

/**
 * The log entry at `index` for an event that fired at `time`. Entries are whole literals: built from spreads, they would halve
 * the speed of a run.
 */
export function toEntry(
  index: number,
  time: SimTime,
  { time: due, event: { id: event }, causes }: ScheduledEvent,
  draft: EntryDraft,
): LogEntry {
  switch (draft.kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { kind, oracle, action, calls, outcome, changes, direct, waited } = draft;
      const entry = { index, time, due, event, causes, kind, oracle, action, calls, outcome, changes };
      if (direct === undefined && waited === undefined) return entry;
      const { refused, quiet, answersOther } = draft;
      return {
        ...entry,
        ...(direct === undefined ? {} : { direct }),
        ...(refused === undefined ? {} : { refused }),
        ...(waited === undefined ? {} : { waited }),
        ...(quiet === undefined ? {} : { quiet }),
        ...(answersOther === undefined ? {} : { answersOther }),
      };
    }
    case 'condition': {
      const { kind, name, attempt, verdict, outcome, changes } = draft;
      return { index, time, due, event, causes, kind, name, attempt, verdict, outcome, changes };
    }
    case 'validation':
    case 'agent-validation':
    case 'stop':
    case 'wait':
      return { index, time, due, event, causes, ...draft };
  }
}
