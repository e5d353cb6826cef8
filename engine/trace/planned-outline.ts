import type { EventOutline } from '../model/event-outline.ts';
import type { Timing } from '../model/event.ts';
import { appName, eventId } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import { fromSeconds, seconds } from '../model/time.ts';
import { argumentOf } from './argument-text.ts';
import { withoutCheck } from './check-number.ts';
import { FURTHEST, namelessFindings } from './check-trace.ts';
import { comparatorOf } from './time-comparators.ts';
import { traceIn, type PlannedEvent } from './trace-format.ts';

/**
 * What the oracle was to do in the scenario that a trace holds, as far as it could be done; nothing where `document` is no
 * trace.
 */
export function plannedOracle(document: Json): readonly EventOutline[] {
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
