import { recordedAction } from './apps/recorded-action.ts';
import type { CallResult } from './apps/call-result.ts';
import type { Action } from './model/action.ts';
import type { ActionEvent, Actor } from './model/event.ts';
import { eventId, type EventId } from './model/ids.ts';
import type { JsonObject } from './model/json.ts';
import type { ActionEntry } from './model/log-entry.ts';
import { seconds } from './model/time.ts';

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
