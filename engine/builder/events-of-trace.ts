import type { Json } from '../model/json.ts';
import { argumentOf } from '../trace/argument-text.ts';
import { withoutCheck } from '../trace/check-number.ts';
import { RecordedIds } from '../trace/recorded-ids.ts';
import type { AreTrace } from '../trace/trace-format.ts';
import type { BuiltEvent, BuiltType } from './built-event.ts';
import {
  followersOf,
  inOrder,
  isCondition,
  nodesOf,
  withFollowers,
  type Followers,
  type Node,
} from './trace-graph.ts';

/** Of what is left out along with an event: to count it whole for each of many would take a large trace minutes. */
const MOST_COUNTED = 100;

/** What a trace plans. */
export interface TraceEvents {
  /** Each after all it waits for. */
  readonly events: readonly BuiltEvent[];
  /** When conditions held in the recording, in seconds. */
  readonly heldAt: ReadonlyMap<string, number>;
  readonly notes: readonly string[];
}

/** The events of `trace` as far as they can be carried out, and what is left out. */
export function eventsOfTrace(trace: AreTrace): TraceEvents {
  const nodes = nodesOf(trace);
  const heldAt = heldTimes(trace);
  const followers = followersOf(nodes);
  const left = nodes.filter((node) => cannotRun(node, heldAt));
  const out = withFollowers(
    left.map(({ id }) => id),
    followers,
  );
  const ids = new RecordedIds(trace);
  const events = inOrder(nodes.filter(({ id }) => !out.has(id))).map((node) => built(node, ids));
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const { id, dependencies } of events)
    for (const before of dependencies) byId.get(before)?.successors.push(id);
  return { events, heldAt, notes: left.map((node) => noteOn(node, followers)) };
}

/** The turn that a condition of the field's own begins: 2 for `wrapped_condition__turn_idx_2__scenario_id_…`. */
export function turnOf(tool: string): number | undefined {
  const turn = /^wrapped_condition__turn_idx_(\d+)__/.exec(tool)?.[1];
  return turn === undefined ? undefined : Number(turn);
}

function cannotRun({ id, event }: Node, heldAt: ReadonlyMap<string, number>): boolean {
  if (!isCondition(event)) return event.event_type === 'VALIDATION';
  return turnOf(event.action?.function ?? '') === undefined && !heldAt.has(id);
}

function heldTimes({ completed_events }: AreTrace): ReadonlyMap<string, number> {
  const held = completed_events.filter(
    ({ event_type, metadata }) => event_type === 'CONDITION' && metadata?.return_value === 'True',
  );
  return new Map(held.map(({ event_id, event_time }) => [withoutCheck(event_id), event_time]));
}

function built({ id, event, before }: Node, ids: RecordedIds): BuiltEvent {
  const { event_type, action, event_relative_time, event_time, event_time_comparator } = event;
  const args = (action?.args ?? []).map(({ name, value, value_type }): [string, Json] => [
    name,
    // The plan of an oracle's event keeps its placeholders.
    (event_type === 'AGENT' ? undefined : ids.resultFor(value, event.event_id)) ??
      argumentOf(value, value_type),
  ]);
  return {
    id,
    // Validations are left out.
    type: event_type as BuiltType,
    app: action?.app ?? '',
    tool: action?.function ?? '',
    args: Object.fromEntries(args),
    relative: event_relative_time ?? undefined,
    // Where there are both, the field goes by the relative one.
    at: event_relative_time === null ? (event_time ?? undefined) : undefined,
    comparator: event_time_comparator ?? undefined,
    dependencies: [...before],
    successors: [],
  };
}

function noteOn({ id, event }: Node, followers: Followers): string {
  const count = withFollowers([id], followers, MOST_COUNTED).size - 1;
  const why = `the file does not hold its code (${event.action?.function ?? 'nameless'})`;
  const along =
    count === 0 ? '' : `, and with it ${count}${count === MOST_COUNTED ? ' or more' : ''} that wait for it`;
  return `events: ${event.event_type.toLowerCase()} ${id} left out: ${why}${along}.`;
}
