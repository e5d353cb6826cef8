import {
  type Action,
  type ActionEntry,
  type ActionEvent,
  actionReleases,
  type Actor,
  type AgentValidationEntry,
  type AgentValidationEvent,
  type AugmentationSettings,
  type Change,
  type ConditionEntry,
  type ConditionEvent,
  conditionTimedOut,
  type EventId,
  eventId,
  type Failure,
  type JsonObject,
  type LogEntry,
  type ResultLookup,
  unresolvedReference,
  type Outcome,
  type Past,
  type PlannedAction,
  type Predicate,
  type Random,
  type RecordedAction,
  type RunMode,
  seconds,
  type SimTime,
  type StopEntry,
  type ValidationEntry,
  type ValidationEvent,
  resolveReferences,
} from '../model/index.ts';
import { checkValidation } from '../validation/index.ts';
import {
  type CallReplayer,
  type CallResult,
  failureOf,
  recordedAction,
  type Requests,
  toldName,
  type World,
} from '../world/index.ts';
import type { Due } from './scheduler.ts';

/** Lets `due` happen. Never throws what a scenario throws: that is an outcome. */
export function fire({ event, checks }: Due, scene: Scene): Fired {
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (event.leftOut) return skip(event, 'left out of this branch', true);
      if (event.oracle && !event.scripted && scene.mode !== 'oracle')
        return skip(event, "the oracle's part is the agent's in this run", false);
      return act(event, scene);
    case 'condition':
      return look(event, checks + 1, scene);
    case 'validation':
      return validate(event, checks + 1, scene);
    case 'agent-validation':
      return beginToWatch(event);
    case 'stop':
      return {
        happened: { kind: 'stop', outcome: { status: 'done', value: null }, changes: [] },
        releases: false,
        again: false,
        ends: 'after-tick',
      };
  }
}

/** What becomes of `due` when its code was stopped from outside in the middle. */
export function torn({ event, checks }: Due, error: Failure, world: World): Fired {
  const outcome = { status: 'failed', error } as const;
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return afterAction(event, {
        kind: event.kind,
        oracle: event.oracle,
        action: { ...event.action, effect: world.effectOf(event.action) },
        calls: [],
        outcome,
        changes: [],
      });
    case 'condition':
      return broken(conditionEntry(event, checks + 1, 'broken', outcome));
    case 'validation':
      return broken(validationEntry(event, checks + 1, outcome));
    case 'agent-validation':
    case 'stop':
      throw new Error(`${event.kind}: found a torn event, wanted one that runs code`);
  }
}

/** What an entry says beside where it stands in the log. */
export type Unlogged<Entry> = Omit<Entry, 'index' | 'time' | 'due' | 'event' | 'causes'>;
export type Happened =
  | Unlogged<ActionEntry>
  | Unlogged<ConditionEntry>
  | Unlogged<ValidationEntry>
  | Unlogged<AgentValidationEntry>
  | Unlogged<StopEntry>;

/** What firing an event did, and what follows from it. */
export interface Fired {
  readonly happened: Happened;
  /** Whether the events that wait for it may go on. */
  readonly releases: boolean;
  /** Whether it is looked at again. */
  readonly again: boolean;
  /** Whether the run ends by it: after the tick, or at once as failed. */
  readonly ends: 'no' | 'after-tick' | 'failed';
  /** What the action asks of the run. */
  readonly requests?: Requests;
}

/** What events meet when they fire. */
export interface Scene {
  readonly world: World;
  readonly replayer: CallReplayer | undefined;
  readonly mode: RunMode;
  readonly past: Past;
  readonly lookup: ResultLookup;
  /** The entry of a validation's check before this one. */
  readonly before: (validation: EventId) => ValidationEntry | undefined;
}

/** Calls the tool of `event`, with the results of earlier events in place. */
function act(event: ActionEvent, { world, replayer, lookup }: Scene): Fired {
  const { id, action, isNoise, literal } = event;
  const args = literal === true ? action.args : resolveReferences(action.args, lookup);
  const called = args === action.args ? action : { ...action, args };
  const options = { isNoise, isReady: isReady(action) };
  const result =
    replayer === undefined ? world.call(called, options) : replayer.call(world, id, called, options);
  const { args: used = args, effect, changes, calls, requests } = result;
  const outcome = args === action.args ? result.outcome : explained(result.outcome, event, lookup);
  const happened = {
    kind: event.kind,
    oracle: event.oracle,
    action: used === args && isReady(action) ? action : recordedAction(action, used, effect),
    calls,
    outcome,
    changes,
  };
  return afterAction(event, happened, requests);
}

/** Whether the tool takes the arguments as they stand: then the log keeps the action itself. */
const isReady = (action: PlannedAction): action is RecordedAction => action.effect !== undefined;

/** The outcome of a call, which may have failed because a result that it was to get was not there. */
function explained(outcome: Outcome, { action }: ActionEvent, lookup: ResultLookup): Outcome {
  if (outcome.status !== 'failed') return outcome;
  const nothing = unresolvedReference(action.args, lookup);
  if (nothing === undefined) return outcome;
  const { error } = outcome;
  return { ...outcome, error: { ...error, message: `${error.message}; there is nothing at ${nothing}` } };
}

/** What follows when the action of an event came to what has `happened`. */
function afterAction(
  { onFailure }: ActionEvent,
  happened: Unlogged<ActionEntry>,
  requests: Requests = {},
): Fired {
  const failed = happened.outcome.status === 'failed';
  return {
    happened,
    releases: actionReleases(happened.outcome, onFailure),
    again: false,
    ends: failed && onFailure === 'stop' ? 'failed' : 'no',
    requests,
  };
}

/** Leaves `event` to the agent. */
function skip(event: ActionEvent, reason: string, releases: boolean): Fired {
  return {
    happened: {
      kind: event.kind,
      oracle: event.oracle,
      action: { ...event.action, effect: 'read' },
      calls: [],
      outcome: { status: 'skipped', reason },
      changes: [],
    },
    releases,
    again: false,
    ends: 'no',
  };
}

const YES: Outcome = { status: 'done', value: true };
const NO: Outcome = { status: 'done', value: false };
const NO_CHANGES: readonly Change[] = [];

/** Looks whether the condition holds, for the `attempt`-th time. */
function look(event: ConditionEvent, attempt: number, { world, past }: Scene): Fired {
  try {
    const held = ask(world, past, event.holds);
    const verdict = held ? 'held' : conditionTimedOut(event, attempt) ? 'timed-out' : 'waiting';
    return {
      happened: conditionEntry(event, attempt, verdict, held ? YES : NO),
      releases: held,
      again: verdict === 'waiting',
      ends: 'no',
    };
  } catch (thrown) {
    return broken(conditionEntry(event, attempt, 'broken', { status: 'failed', error: failureOf(thrown) }));
  }
}

/** Looks at milestones and minefields, for the `attempt`-th time. */
function validate(event: ValidationEvent, attempt: number, { world, past, before }: Scene): Fired {
  try {
    const achieved = before(event.id)?.achieved ?? [];
    const checked = checkValidation(event, attempt, achieved, (holds) => ask(world, past, holds));
    const value = { success: checked.open.length === 0, achieved: checked.achieved };
    return {
      happened: { kind: 'validation', attempt, ...checked, outcome: { status: 'done', value }, changes: [] },
      releases: checked.verdict === 'passed',
      again: checked.verdict === 'waiting',
      ends: checked.verdict === 'failed' ? 'failed' : 'no',
    };
  } catch (thrown) {
    return broken(validationEntry(event, attempt, { status: 'failed', error: failureOf(thrown) }));
  }
}

/** Scenarios are typed against their own states; here those are unknown, so the question is asked as it is. */
const ask = (world: World, past: Past, holds: Predicate<never>): boolean =>
  world.ask((states) => (holds(states as never, past) ? true : false));

/** A check that broke ends the run. */
const broken = (happened: Happened): Fired => ({
  happened,
  releases: false,
  again: false,
  ends: 'failed',
});

/** Begins to show the agent's actions to `event`'s checks. */
function beginToWatch({ milestones, minefields, timeout }: AgentValidationEvent): Fired {
  return {
    happened: {
      kind: 'agent-validation',
      milestones: milestones.map(({ name }) => name),
      minefields: minefields.map(({ name }) => name),
      timeout,
      outcome: { status: 'done', value: null },
      changes: [],
    },
    releases: false,
    again: false,
    ends: 'no',
  };
}

const conditionEntry = (
  { name }: ConditionEvent,
  attempt: number,
  verdict: ConditionEntry['verdict'],
  outcome: ConditionEntry['outcome'],
): Unlogged<ConditionEntry> => ({ kind: 'condition', name, attempt, verdict, outcome, changes: NO_CHANGES });

const validationEntry = (
  { milestones }: ValidationEvent,
  attempt: number,
  outcome: ValidationEntry['outcome'],
): Unlogged<ValidationEntry> => ({
  kind: 'validation',
  attempt,
  verdict: 'failed',
  achieved: [],
  open: milestones.map(({ name }) => name),
  tripped: [],
  outcome,
  changes: [],
});

const words = { agent: 'AGENT', user: 'USER', environment: 'ENV' } as const satisfies Record<Actor, string>;

/** The id of an action that no scenario planned, in the field's form; `count` makes it one of its own. */
const unplannedId = (actor: Actor, { app, tool }: Action, count: number): EventId =>
  eventId(`${words[actor]}-${app}.${tool}-${count}`);

/** What the log keeps of a call made between the scenario's events. */
export const directCall = (
  actor: Actor,
  action: Action,
  { outcome, args, effect, changes, calls }: CallResult,
  placed: Pick<ActionEntry, 'index' | 'time' | 'due'>,
  { waited, quiet }: { readonly waited: 'told' | 'timed-out' | undefined; readonly quiet: boolean },
): ActionEntry => ({
  kind: actor,
  causes: [],
  oracle: false,
  action: recordedAction(action, args, effect),
  calls,
  outcome,
  changes,
  direct: true,
  ...(args === undefined ? { refused: true } : {}),
  ...placed,
  event: unplannedId(actor, action, placed.index),
  ...(waited === undefined ? {} : { waited }),
  ...(quiet ? { quiet } : {}),
});

/** `action` as an event of its own, due at once. */
export const eventOf = (actor: Actor, action: Action, args: JsonObject, count: number): ActionEvent => ({
  id: unplannedId(actor, action, count),
  kind: actor,
  timing: { kind: 'from-start', delay: seconds(0) },
  place: undefined,
  action: { ...action, args },
  oracle: false,
  onFailure: 'continue',
});

/**
 * What has `happened` to an event at `time`, as the log keeps it. In whole literals: put together by spreads it costs a run
 * half its speed.
 */
export function entryOf(index: number, time: SimTime, due: Due, happened: Happened): LogEntry {
  switch (happened.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return actionEntry(index, time, due, happened);
    case 'condition':
      return conditionEntryOfEntryOf(index, time, due, happened);
    case 'validation':
    case 'agent-validation':
    case 'stop':
      return { index, time, due: due.time, event: due.event.id, causes: due.causes, ...happened };
  }
}

function actionEntry(
  index: number,
  time: SimTime,
  { time: due, event: { id: event }, causes }: Due,
  { kind, oracle, action, calls, outcome, changes, waited }: Unlogged<ActionEntry>,
): ActionEntry {
  const entry = { index, time, due, event, causes, kind, oracle, action, calls, outcome, changes };
  return waited === undefined ? entry : { ...entry, waited };
}

const conditionEntryOfEntryOf = (
  index: number,
  time: SimTime,
  { time: due, event: { id: event }, causes }: Due,
  { kind, name, attempt, verdict, outcome, changes }: Unlogged<ConditionEntry>,
): ConditionEntry => ({ index, time, due, event, causes, kind, name, attempt, verdict, outcome, changes });

/** The class of error of a call that failed because the scenario asked for failures. */
export const INJECTED = 'InjectedFailure';

/** Which of the agent's calls fail of themselves. */
export class ToolFailures {
  readonly #augmentation: AugmentationSettings;
  readonly #random: Random;

  constructor(augmentation: AugmentationSettings, random: Random) {
    this.#augmentation = augmentation;
    this.#random = random;
  }

  /** How the agent's next call, of `action`, fails; `undefined` when it may go ahead. */
  next(action: Action): Failure | undefined {
    const { toolFailures, tools } = this.#augmentation;
    if (this.#random.next() >= toolFailures) return undefined;
    return { type: INJECTED, message: `${toldName(action, tools)}: internal error, try again later` };
  }
}
