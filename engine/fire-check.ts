import { failureOf } from './apps/failure.ts';
import type { World } from './apps/world.ts';
import type { Fired, Happened, Scene, Unlogged } from './fired.ts';
import { checkValidation } from './judge/validation.ts';
import { conditionTimedOut } from './kernel/polling.ts';
import type { Change } from './model/change.ts';
import type { AgentValidationEvent, ConditionEvent, Past, Question, ValidationEvent } from './model/event.ts';
import type { ConditionEntry, ValidationEntry } from './model/log-entry.ts';
import type { Outcome } from './model/outcome.ts';

const YES: Outcome = { status: 'done', value: true };
const NO: Outcome = { status: 'done', value: false };
const NO_CHANGES: readonly Change[] = [];

/** Looks whether the condition holds, for the `attempt`-th time. */
export function look(event: ConditionEvent, attempt: number, { world, past }: Scene): Fired {
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
export function validate(event: ValidationEvent, attempt: number, { world, past, before }: Scene): Fired {
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
const ask = (world: World, past: Past, holds: Question<never>): boolean =>
  world.ask((states) => (holds(states as never, past) ? true : false));

/** A check that broke ends the run. */
export const broken = (happened: Happened): Fired => ({
  happened,
  releases: false,
  again: false,
  ends: 'failed',
});

/** Begins to show the agent's actions to `event`'s checks. */
export function beginToWatch({ milestones, minefields, timeout }: AgentValidationEvent): Fired {
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

export const conditionEntry = (
  { name }: ConditionEvent,
  attempt: number,
  verdict: ConditionEntry['verdict'],
  outcome: ConditionEntry['outcome'],
): Unlogged<ConditionEntry> => ({ kind: 'condition', name, attempt, verdict, outcome, changes: NO_CHANGES });

export const validationEntry = (
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
