import { recordedAction } from './apps/recorded-action.ts';
import type { Requests } from './apps/call-result.ts';
import type { Fired, Scene, Unlogged } from './fired.ts';
import { actionReleases } from './kernel/release.ts';
import { nothingAt, withResults, type Lookup } from './kernel/results.ts';
import type { PlannedAction } from './model/action.ts';
import type { ActionEvent } from './model/event.ts';
import type { ActionEntry, RecordedAction } from './model/log-entry.ts';
import type { Outcome } from './model/outcome.ts';

/** Calls the tool of `event`, with the results of earlier events in place. */
export function act(event: ActionEvent, { world, rehearsal, lookup }: Scene): Fired {
  const { id, action, isNoise, literal } = event;
  const args = literal === true ? action.args : withResults(action.args, lookup);
  const called = args === action.args ? action : { ...action, args };
  const result = rehearsal.again(world, id, called, { isNoise, isReady: isReady(action) });
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
function explained(outcome: Outcome, { action }: ActionEvent, lookup: Lookup): Outcome {
  if (outcome.status !== 'failed') return outcome;
  const nothing = nothingAt(action.args, lookup);
  if (nothing === undefined) return outcome;
  const { error } = outcome;
  return { ...outcome, error: { ...error, message: `${error.message}; there is nothing at ${nothing}` } };
}

/** What follows when the action of an event came to what has `happened`. */
export function afterAction(
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
export function skip(event: ActionEvent, reason: string, releases: boolean): Fired {
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
