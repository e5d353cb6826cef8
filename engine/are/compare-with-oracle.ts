import { compareWithOracle } from '../analysis/index.ts';
import {
  appName,
  eventId,
  type EventOutline,
  type Json,
  type OracleMatch,
  type RunSummary,
  type SimTime,
} from '../model/index.ts';
import { headsOf, type Store } from '../store/index.ts';
import { traceTiming } from './plan-trace-events.ts';
import { type FindTool, recordedEffect, toolFinder } from './trace-apps.ts';
import {
  MAX_SECONDS,
  namelessFindings,
  parseComparator,
  type PlannedEvent,
  traceShapeIn,
  withoutCheck,
} from './trace-format.ts';
import { readArguments } from './trace-values.ts';

/**
 * Compares the agent's calls in a run with those its scenario's oracle plans; answers nothing where there is no oracle. Calls
 * that ARE records as reads are not compared.
 *
 * @throws {StoreError} when the run cannot be read.
 */
export function compareRunWithOracle(
  store: Pick<Store, 'heads' | 'plan' | 'extras'>,
  { id, start, apps }: RunSummary,
): readonly OracleMatch[] {
  const planned = store.plan(id)?.events ?? oracleEventsIn(store.extras(id)?.document ?? null, start);
  if (!planned.some(({ oracle }) => oracle)) return [];
  const find = toolFinder(apps);
  const events = planned.map((event) => withDefaults(event, find));
  return compareWithOracle({ start, events }, headsOf(store, id), (action, effect) => {
    const tool = find(action);
    return (tool === undefined ? effect : recordedEffect(tool)) !== 'read';
  });
}

/** An oracle's event with the tool's defaults for the arguments it leaves out, because the agent's call has them. */
function withDefaults(event: EventOutline, find: FindTool): EventOutline {
  const { action, oracle } = event;
  const tool = oracle === true && action !== undefined ? find(action) : undefined;
  if (action === undefined || tool === undefined) return event;
  const args: Record<string, Json> = {};
  for (const [name, { fallback }] of Object.entries(tool.args))
    if (fallback !== undefined) args[name] = fallback;
  return { ...event, action: { ...action, args: { ...args, ...action.args } } };
}

/**
 * The oracle's events in the trace file `document`, without those that cannot run: a trace that is only shown may plan calls
 * of nothing and times out of range.
 */
function oracleEventsIn(document: Json, start: SimTime): readonly EventOutline[] {
  const events = traceShapeIn(document)?.events ?? [];
  return events
    .filter(
      ({ class_name, action, event_time, event_relative_time }) =>
        class_name === 'OracleEvent' &&
        namelessFindings(action, '').length === 0 &&
        [event_time, event_relative_time].every((time) => Math.abs(time ?? 0) <= MAX_SECONDS),
    )
    .map((event) => outlineOf(event, start));
}

function outlineOf(event: PlannedEvent, start: SimTime): EventOutline {
  const { event_id, action, dependencies, event_relative_time, event_time, event_time_comparator } = event;
  const comparator = parseComparator(event_time_comparator);
  return {
    id: eventId(event_id),
    kind: 'agent',
    timing: traceTiming(
      {
        // Conditions are in the log without the number of a check in their ids.
        dependencies: dependencies.filter((id) => id !== '').map(withoutCheck),
        relative: Math.max(0, event_relative_time ?? 0),
        at: event_relative_time === null ? (event_time ?? undefined) : undefined,
      },
      start,
    ),
    place: undefined,
    action: {
      app: appName(action?.app ?? ''),
      tool: action?.function ?? '',
      args: readArguments(action?.args ?? []),
    },
    oracle: true,
    onFailure: 'continue',
    ...(comparator === undefined ? {} : { comparator }),
  };
}
