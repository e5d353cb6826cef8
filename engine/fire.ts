import { failureOf } from './apps/failure.ts';
import { recordedAction, type Requests, type World } from './apps/world.ts';
import { checkValidation } from './judge/validation.ts';
import type { Due } from './kernel/event-queue.ts';
import { conditionTimedOut } from './kernel/polling.ts';
import { actionReleases } from './kernel/release.ts';
import { withResults, type Lookup } from './kernel/results.ts';
import type {
  ActionEvent,
  AgentValidationEvent,
  ConditionEvent,
  Past,
  Question,
  ValidationEvent,
} from './model/event.ts';
import type { EventId } from './model/ids.ts';
import type {
  ActionEntry,
  AgentValidationEntry,
  ConditionEntry,
  LogEntry,
  StopEntry,
  ValidationEntry,
} from './model/log-entry.ts';
import type { Failure } from './model/outcome.ts';
import type { RunMode } from './model/run.ts';

/** What an entry says beside where it stands in the log. */
type Unlogged<Entry> = Omit<Entry, 'index' | 'time' | 'due' | 'event' | 'causes'>;
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
  readonly mode: RunMode;
  readonly past: Past;
  readonly lookup: Lookup;
  /** The entry of a validation's check before this one. */
  readonly before: (validation: EventId) => LogEntry | undefined;
}

/** Lets `due` happen. Never throws what a scenario throws: that is an outcome. */
export function fire({ event, checks }: Due, scene: Scene): Fired {
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (event.leftOut) return skip(event, 'left out of this branch', true);
      if (event.oracle && scene.mode !== 'oracle')
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

function act(event: ActionEvent, { world, lookup }: Scene): Fired {
  const { action } = event;
  const args = withResults(action.args, lookup);
  const called = args === action.args ? action : { ...action, args };
  const { outcome, args: used = args, effect, changes, calls, requests } = world.call(called);
  const happened = {
    kind: event.kind,
    oracle: event.oracle,
    action: recordedAction(action, used, effect),
    calls,
    outcome,
    changes,
  };
  return afterAction(event, happened, requests);
}

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

function look(event: ConditionEvent, attempt: number, { world, past }: Scene): Fired {
  try {
    const held = ask(world, past, event.holds);
    const verdict = held ? 'held' : conditionTimedOut(event, attempt) ? 'timed-out' : 'waiting';
    return {
      happened: conditionEntry(event, attempt, verdict, { status: 'done', value: held }),
      releases: held,
      again: verdict === 'waiting',
      ends: 'no',
    };
  } catch (thrown) {
    return broken(conditionEntry(event, attempt, 'broken', { status: 'failed', error: failureOf(thrown) }));
  }
}

function validate(event: ValidationEvent, attempt: number, { world, past, before }: Scene): Fired {
  try {
    const last = before(event.id);
    const achievedBefore = last?.kind === 'validation' ? last.achieved : [];
    const checked = checkValidation(event, attempt, achievedBefore, (holds) => ask(world, past, holds));
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
const ask = (world: World, past: Past, holds: Question<never>): boolean =>
  world.ask((states) => (holds(states as never, past) ? true : false));

const broken = (happened: Happened): Fired => ({ happened, releases: false, again: false, ends: 'failed' });

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
): Unlogged<ConditionEntry> => ({ kind: 'condition', name, attempt, verdict, outcome, changes: [] });

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
