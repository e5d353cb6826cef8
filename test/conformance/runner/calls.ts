import * as z from 'zod';
import { emptyApp, fromRecorded } from '../../../engine/apps/index.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/values/json.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { fromSeconds } from '../../../engine/model/values/time.ts';
import { type AppInstance, World } from '../../../engine/world/index.ts';
import { type Found, PairedIds, short, withoutContents } from './paired-ids.ts';
import { statedDifference } from './stated-differences.ts';

const failure = z.object({ type: z.string(), message: z.string() });

const callOfCase = z.object({
  app: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.json()),
  time: z.number(),
  result: z.json(),
  error: failure.nullable(),
  /** The states of the apps after the call; null where the app does not tell its state. */
  states: z.record(z.string(), z.json()),
});

/** Calls of tools with what the reference answered, from given states on. */
export const callsCase = z.object({
  name: z.string(),
  apps: z.record(z.string(), z.string()),
  initial: z.record(z.string(), z.json()),
  calls: z.array(callOfCase),
});

type CallsCase = z.output<typeof callsCase>;
type RecordedCall = CallsCase['calls'][number];

/** How a call differs from the recorded one. */
export interface CallDifference extends Found {
  /** The class of the called app. */
  readonly class: string;
  readonly call: RecordedCall;
  readonly earlier: readonly RecordedCall[];
}

/** Where the calls of a case first differ, and why that is meant, if it is. */
export interface CallsOutcome {
  readonly difference: string;
  readonly stated: string | undefined;
}

/** Makes the calls of a case. A call that differs as stated ends the case: later ones begin from another state. */
export function runCalls(spec: CallsCase): CallsOutcome | undefined {
  let time = 0;
  const world = new World(
    Object.fromEntries(
      Object.entries(spec.apps).map(([name, type]) => [name, appOf(type, spec.initial[name] ?? null)]),
    ),
    { now: () => fromSeconds(time), random: seededRandom(0) },
  );
  const ids = new PairedIds();
  for (const [at, call] of spec.calls.entries()) {
    ({ time } = call);
    const type = spec.apps[call.app] ?? '';
    const found = differenceOf(world, type, call, ids);
    if (found !== undefined) {
      const { path, expected, actual } = found;
      return {
        difference: `calls[${at}] ${type}.${call.tool}: ${path}: expected ${short(expected)}, got ${short(actual)}`,
        stated: statedDifference({ class: type, call, earlier: spec.calls.slice(0, at), ...found }),
      };
    }
  }
  return undefined;
}

/** @throws {TypeError} when there is no such class. */
function appOf(type: string, state: Json): AppInstance {
  const made = state === null ? emptyApp(type) : fromRecorded(type, state);
  if (made === undefined) throw new TypeError(`"${type}" is not a class of apps.`);
  return made;
}

function differenceOf(world: World, type: string, call: RecordedCall, ids: PairedIds): Found | undefined {
  const { outcome } = world.call({ app: appName(call.app), tool: call.tool, args: call.args });
  const error = outcome.status === 'failed' ? outcome.error : null;
  if (call.error !== null || error !== null) {
    const isSame = call.error !== null && error !== null && isSameType(call.error.type, error.type);
    if (!isSame) return { path: 'error', expected: call.error, actual: error && { ...error } };
  } else {
    const answer = outcome.status === 'done' ? outcome.value : null;
    const found = ids.differ(readable(type, call.tool, call.result), sorted(call.tool, answer), 'result');
    if (found !== undefined) return found;
  }
  for (const [name, state] of Object.entries(call.states)) {
    if (state === null || Object.keys(state as object).length === 0) continue;
    const found = ids.differ(
      withoutContents(state),
      withoutContents(world.state(appName(name))),
      `states.${name}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Python gives the class of an error without its module. */
const isSameType = (recorded: string, ours: string): boolean =>
  recorded === ours || recorded === ours.slice(ours.lastIndexOf('.') + 1);

/** An answer as the agent reads it: the reference prints reminders as text. */
function readable(type: string, tool: string, result: Json): Json {
  if (type !== 'ReminderApp' || !Array.isArray(result)) return sorted(tool, result);
  return (result as readonly JsonObject[]).map(
    ({ title, description, due_datetime }) =>
      `Reminder: ${textOf(title)}\nDescription: ${textOf(description)}\nDue Date: ${textOf(due_datetime)}`,
  );
}

/** The reference lists files in the order of the disk and tags in the order of a set. */
const sorted = (tool: string, answer: Json): Json =>
  (tool === 'ls' || tool === 'get_all_tags') && Array.isArray(answer)
    ? (answer as readonly Json[]).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    : answer;

const nameOf = (item: Json): string => textOf(isJsonObject(item) ? item['name'] : item);

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
