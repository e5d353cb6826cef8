import {
  type Action,
  type ActionEntry,
  type ActionEvent,
  actionReleases,
  type Actor,
  type AgentValidationEntry,
  type AgentValidationEvent,
  type Change,
  type ConditionEntry,
  type ConditionEvent,
  conditionTimedOut,
  eventId,
  type EventId,
  type Failure,
  type JsonObject,
  LEFT_TO_AGENT,
  type LogEntry,
  type Observation,
  type Outcome,
  type OutsideAnswer,
  type OutsideCall,
  type Past,
  type PlannedAction,
  type Predicate,
  type RecordedAction,
  resolveReferences,
  type ResultLookup,
  type RunMode,
  seconds,
  type SimTime,
  type StopEntry,
  unresolvedReference,
  type ValidationEntry,
  type ValidationEvent,
  type Waited,
  type WaitEntry,
  type WaitingCall,
} from '../model/index.ts';
import { checkValidation } from '../validation/index.ts';
import {
  type CallReplayer,
  type CallResult,
  recordedAction,
  type Requests,
  type World,
} from '../world/index.ts';
import type { ScheduledEvent } from './scheduler.ts';

/** The parts of a run that an event needs to fire. */
export interface FiringContext {
  readonly world: World;
  /** Set only in a run that continues a recorded run. */
  readonly replayer: CallReplayer | undefined;
  /** Whether the oracle plays the agent. */
  readonly mode: RunMode;
  /** The log as checks see it. */
  readonly past: () => Past;
  readonly lookup: ResultLookup;
  /** The latest entry of a validation. */
  readonly lastCheck: (validation: EventId) => ValidationEntry | undefined;
}

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

/** The result of firing an event, and its consequences. */
export interface FiringResult {
  readonly draft: EntryDraft;
  /** Whether the event's successors are released. */
  readonly releases: boolean;
  /** Whether the event is checked again. */
  readonly repeats: boolean;
  /** What the tool asks of the run, such as a wait. */
  readonly requests?: Requests;
  /** Set if the tool needs an answer from outside. Nothing was done yet: the event fires again with the answer. */
  readonly outsideCall?: OutsideCall | undefined;
}

/** Fires an event. Errors of scenario code are returned as outcomes, never thrown. */
export function fire(
  { event, checks }: ScheduledEvent,
  context: FiringContext,
  answer?: OutsideAnswer,
): FiringResult {
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (event.leftOut) return skippedResult(event, 'left out of this branch', true);
      if (event.oracle && event.scripted === undefined && context.mode !== 'oracle')
        return skippedResult(event, LEFT_TO_AGENT, false);
      return callTool(event, context, answer);
    case 'condition':
      return checkCondition(event, checks + 1, context);
    case 'validation':
      return checkMilestones(event, checks + 1, context);
    case 'agent-validation':
      return beginAgentValidation(event);
    case 'stop':
      return {
        draft: { kind: 'stop', outcome: { status: 'done', value: null }, changes: [] },
        releases: false,
        repeats: false,
      };
  }
}

/** The result of an event whose code took too long and was stopped from outside. */
export function timedOut({ event, checks }: ScheduledEvent, error: Failure, world: World): FiringResult {
  const outcome = { status: 'failed', error } as const;
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return afterCall(event, {
        kind: event.kind,
        oracle: event.oracle,
        action: { ...event.action, effect: world.effectOf(event.action) },
        calls: [],
        outcome,
        changes: [],
      });
    case 'condition':
      return withoutSuccessors(conditionDraft(event, checks + 1, 'broken', outcome));
    case 'validation':
      return withoutSuccessors(failedValidation(event, checks + 1, outcome));
    case 'agent-validation':
    case 'stop':
      throw new Error(`${event.kind} events run no scenario code, so none can time out.`);
  }
}

/** Calls the tool of `event`, with the results of earlier events in its arguments. */
function callTool(
  event: ActionEvent,
  { world, replayer, lookup }: FiringContext,
  answer: OutsideAnswer | undefined,
): FiringResult {
  const { id, action, isNoise, literal, failsWith: failure } = event;
  const args = literal === true ? action.args : resolveReferences(action.args, lookup);
  const resolved = args === action.args ? action : { ...action, args };
  const options = { isNoise, isChecked: isChecked(action), failure, answer };
  const result =
    replayer === undefined ? world.call(resolved, options) : replayer.call(world, id, resolved, options);
  const { args: used = args, effect, changes, calls, requests, outsideCall } = result;
  const draft = {
    kind: event.kind,
    oracle: event.oracle,
    action: used === args && isChecked(action) ? action : recordedAction(action, used, effect),
    calls,
    outcome: args === action.args ? result.outcome : explainMissingResult(result.outcome, action, lookup),
    changes,
  };
  const fired = afterCall(event, draft, requests);
  return outsideCall === undefined ? fired : { ...fired, outsideCall };
}

/** Whether planning checked the arguments. Then the log keeps the planned action object itself. */
const isChecked = (action: PlannedAction): action is RecordedAction => action.effect !== undefined;

/** Adds the missing result to the error of a failed call, if its arguments referred to one. */
function explainMissingResult(outcome: Outcome, { args }: Action, lookup: ResultLookup): Outcome {
  if (outcome.status !== 'failed') return outcome;
  const missing = unresolvedReference(args, lookup);
  if (missing === undefined) return outcome;
  const { error } = outcome;
  return { ...outcome, error: { ...error, message: `${error.message}; there is nothing at ${missing}` } };
}

/** The result of an event that releases nothing and is not repeated, such as a check that threw or timed out. */
export const withoutSuccessors = (draft: EntryDraft): FiringResult => ({
  draft,
  releases: false,
  repeats: false,
});

/** The log entry for the start of a caller's wait until `until`. The tool's changes are already made. */
export const waitStartResult = ({ changes, ...call }: ActionDraft, until: SimTime): FiringResult =>
  withoutSuccessors({ kind: 'wait', call, until, outcome: NOTHING, changes });

/** The log entry for the end of a caller's wait. */
export const waitEndResult = (
  { onFailure }: ActionEvent,
  call: WaitingCall,
  waited: Waited,
): FiringResult => ({
  draft: { ...call, changes: NO_CHANGES, waited },
  releases: actionReleases(call.outcome, onFailure),
  repeats: false,
});

function afterCall({ onFailure }: ActionEvent, draft: ActionDraft, requests: Requests = {}): FiringResult {
  return {
    draft,
    releases: actionReleases(draft.outcome, onFailure),
    repeats: false,
    requests,
  };
}

/** The result of an action that this run does not carry out. */
const skippedResult = (event: ActionEvent, reason: string, releases: boolean): FiringResult => ({
  draft: {
    kind: event.kind,
    oracle: event.oracle,
    action: { ...event.action, effect: 'read' },
    calls: [],
    outcome: { status: 'skipped', reason },
    changes: [],
  },
  releases,
  repeats: false,
});

const TRUE: Outcome = { status: 'done', value: true };
const FALSE: Outcome = { status: 'done', value: false };
const NOTHING: Outcome = { status: 'done', value: null };
const NO_CHANGES: readonly Change[] = [];

function checkCondition(
  event: ConditionEvent,
  attempt: number,
  { world, past }: FiringContext,
): FiringResult {
  try {
    const held = evaluateCheck(world, past(), event.holds);
    const verdict = held ? 'held' : conditionTimedOut(event, attempt) ? 'timed-out' : 'waiting';
    return {
      draft: conditionDraft(event, attempt, verdict, held ? TRUE : FALSE),
      releases: held,
      repeats: verdict === 'waiting',
    };
  } catch (thrown) {
    const outcome = { status: 'failed', error: world.failureOf(thrown) } as const;
    return withoutSuccessors(conditionDraft(event, attempt, 'broken', outcome));
  }
}

function checkMilestones(event: ValidationEvent, attempt: number, context: FiringContext): FiringResult {
  const { world, lastCheck } = context;
  const past = context.past();
  try {
    const achieved = lastCheck(event.id)?.achieved ?? [];
    const checked = checkValidation(event, attempt, achieved, (holds) => evaluateCheck(world, past, holds));
    const value = { success: checked.open.length === 0, achieved: checked.achieved };
    return {
      draft: { kind: 'validation', attempt, ...checked, outcome: { status: 'done', value }, changes: [] },
      releases: checked.verdict === 'passed',
      repeats: checked.verdict === 'waiting',
    };
  } catch (thrown) {
    const outcome = { status: 'failed', error: world.failureOf(thrown) } as const;
    return withoutSuccessors(failedValidation(event, attempt, outcome));
  }
}

/** Evaluates a check of the scenario. Any truthy value means that the check holds. */
const evaluateCheck = (world: World, past: Past, holds: Predicate<never>): boolean =>
  (world.query(holds, past) as unknown) ? true : false;

const conditionDraft = (
  { name }: ConditionEvent,
  attempt: number,
  verdict: ConditionDraft['verdict'],
  outcome: Outcome,
): ConditionDraft => ({ kind: 'condition', name, attempt, verdict, outcome, changes: NO_CHANGES });

const failedValidation = (
  { milestones }: ValidationEvent,
  attempt: number,
  outcome: Outcome,
): ValidationDraft => ({
  kind: 'validation',
  attempt,
  verdict: 'failed',
  achieved: [],
  open: milestones.map(({ name }) => name),
  tripped: [],
  outcome,
  changes: [],
});

/** Starts checking the agent's calls for the validation `event`. */
const beginAgentValidation = ({ milestones, minefields, timeout }: AgentValidationEvent): FiringResult => ({
  draft: {
    kind: 'agent-validation',
    milestones: milestones.map(({ name }) => name),
    minefields: minefields.map(({ name }) => name),
    timeout,
    outcome: { status: 'done', value: null },
    changes: [],
  },
  releases: false,
  repeats: false,
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

// Calls from outside

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
