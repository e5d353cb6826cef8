import { compareWithOracle } from '../analysis/index.ts';
import {
  appName,
  eventId,
  type EventOutline,
  fromSeconds,
  type Json,
  type JsonObject,
  type OracleMatch,
  type RunSummary,
  seconds,
  type Timing,
} from '../model/index.ts';
import { headsOf, type Store } from '../store/index.ts';
import { type FindTool, recordedEffect, toolsIn } from './trace-apps.ts';
import {
  comparatorOf,
  FURTHEST,
  namelessFindings,
  type PlannedEvent,
  traceIn,
  withoutCheck,
} from './trace-format.ts';
import { argumentOf } from './trace-values.ts';

/**
 * What the agent of a run did held against its oracle; nothing where its scenario has none.
 *
 * Reading is free: tools that the field records as reads are not compared, on either side.
 *
 * @throws {StoreError} when it cannot be read.
 */
export function oracleOfRun(
  store: Pick<Store, 'heads' | 'plan' | 'extras'>,
  { id, start, apps }: RunSummary,
): readonly OracleMatch[] {
  const planned = store.plan(id)?.events ?? plannedOracle(store.extras(id)?.document ?? null);
  if (!planned.some(({ oracle }) => oracle)) return [];
  const find = toolsIn(apps);
  const events = planned.map((event) => withDefaults(event, find));
  return compareWithOracle({ start, events }, headsOf(store, id), (action, effect) => {
    const declared = find(action);
    return (declared === undefined ? effect : recordedEffect(declared)) !== 'read';
  });
}

/** What the scenario leaves out, its tool fills in; that the agent's call has. */
function withDefaults(event: EventOutline, find: FindTool): EventOutline {
  const { action } = event;
  const declared = event.oracle && action !== undefined ? find(action)?.args : undefined;
  if (action === undefined || declared === undefined) return event;
  const defaults: JsonObject = Object.fromEntries(
    Object.entries(declared).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, fallback] as const],
    ),
  );
  return { ...event, action: { ...action, args: { ...defaults, ...action.args } } };
}

/**
 * What the oracle was to do in the scenario that a trace holds, as far as it could be done; nothing where `document` is no
 * trace.
 */
function plannedOracle(document: Json): readonly EventOutline[] {
  const read = traceIn(document);
  if (!('trace' in read)) return [];
  return read.trace.events
    .filter((event) => event.class_name === 'OracleEvent' && canBe(event))
    .map(outlineOf);
}

/** A trace that is shown and not run may plan what calls nothing, or at a time that no clock has. */
const canBe = ({ action, event_time, event_relative_time }: PlannedEvent): boolean =>
  namelessFindings(action, '').length === 0 &&
  [event_time, event_relative_time].every((time) => Math.abs(time ?? 0) <= FURTHEST);

function outlineOf(event: PlannedEvent): EventOutline {
  const { event_id, action, event_time_comparator } = event;
  const args = (action?.args ?? []).map(({ name, value, value_type }): [string, Json] => [
    name,
    argumentOf(value, value_type),
  ]);
  const comparator = comparatorOf(event_time_comparator);
  return {
    id: eventId(event_id),
    kind: 'agent',
    timing: timingOf(event),
    place: undefined,
    action: {
      app: appName(action?.app ?? ''),
      tool: action?.function ?? '',
      args: Object.fromEntries<Json>(args),
    },
    oracle: true,
    onFailure: 'continue',
    ...(comparator === undefined ? {} : { comparator }),
  };
}

/** Conditions go in the log by their names without the number of a check. */
function timingOf({ dependencies, event_relative_time, event_time }: PlannedEvent): Timing {
  const before = dependencies.filter((id) => id !== '').map((id) => eventId(withoutCheck(id)));
  if (event_relative_time === null && event_time !== null)
    return { kind: 'at', time: fromSeconds(event_time), after: before };
  const delay = seconds(Math.max(0, event_relative_time ?? 0));
  const [first, ...rest] = before.map((event) => ({ event, delay }));
  return first === undefined ? { kind: 'from-start', delay } : { kind: 'after', edges: [first, ...rest] };
}
