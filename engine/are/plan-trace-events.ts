import {
  appName,
  type ConditionEvent,
  describeValue,
  eventId,
  type Finding,
  fromSeconds,
  groupBy,
  isGeneratedId,
  type Json,
  type JsonObject,
  later,
  type Predicate,
  type ScenarioEvent,
  seconds,
  type SimTime,
  type Timing,
  timingFrom,
  topologicalOrder,
  turnCounter,
} from '../model/index.ts';
import { refuse, ToolError } from '../world/index.ts';
import {
  type AreTrace,
  earlierChecks,
  parseComparator,
  type PlannedEvent,
  turnOfCondition,
  withoutCheckNumber,
} from './trace-format.ts';
import { readArgument } from './trace-values.ts';

/** The planned events of a trace that can run. */
export interface RunnableEvents {
  /** Each event comes after its dependencies. */
  readonly events: readonly TraceEvent[];
  /** Times at which conditions held in the recorded run, in seconds since 1970, by the conditions' ids. */
  readonly heldAt: ReadonlyMap<string, number>;
  /** The events that are left out, and why. */
  readonly notes: readonly string[];
}

/**
 * The planned events of `trace`, without validations and conditions, whose code a file does not have, and without the events that
 * wait for them. A condition that held in the recorded run is kept and holds at the same time again.
 */
export function runnableEvents(trace: AreTrace): RunnableEvents {
  const nodes = graphNodes(trace);
  const heldAt = heldTimes(trace);
  const successors = successorsOf(nodes);
  const withoutCode = nodes.filter((node) => !canDetermineEnd(node, heldAt));
  const leftOut = withSuccessors(
    withoutCode.map(({ id }) => id),
    successors,
  );
  const runnable = new Map(nodes.flatMap((node) => (leftOut.has(node.id) ? [] : [[node.id, node] as const])));
  const ids = new RecordedIds(trace);
  const events = topologicalOrder(runnable, ({ dependencies }) => dependencies).nodes.map((node) =>
    traceEvent(node, ids),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const { id, dependencies } of events)
    for (const before of dependencies) byId.get(before)?.successors.push(id);
  return { events, heldAt, notes: withoutCode.map((node) => leftOutNote(node, successors)) };
}

/**
 * Whether Orrery can determine when the event of a node has happened: actions, ends of turns, and conditions that held in the
 * recorded run.
 */
function canDetermineEnd({ id, event }: TraceNode, heldAt: ReadonlyMap<string, number>): boolean {
  if (!isCondition(event)) return event.event_type !== 'VALIDATION';
  return turnOfCondition(event.action?.function ?? '') !== undefined || heldAt.has(id);
}

function heldTimes({ completed_events }: AreTrace): ReadonlyMap<string, number> {
  const held = completed_events.filter(
    ({ event_type, metadata }) => event_type === 'CONDITION' && metadata?.return_value === 'True',
  );
  return new Map(held.map(({ event_id, event_time }) => [withoutCheckNumber(event_id), event_time]));
}

function traceEvent({ id, event, dependencies }: TraceNode, ids: RecordedIds): TraceEvent {
  const { event_type, action, event_relative_time, event_time, event_time_comparator } = event;
  const args = (action?.args ?? []).map(({ name, value, value_type }): [string, Json] => [
    name,
    // ARE does not replace the placeholders in the oracle's events.
    (event_type === 'AGENT' ? undefined : ids.referenceFor(value, event.event_id)) ??
      readArgument(value, value_type),
  ]);
  return {
    id,
    // Validations are left out.
    type: event_type as TraceEventType,
    app: action?.app ?? '',
    tool: action?.function ?? '',
    args: Object.fromEntries(args),
    relative: event_relative_time ?? undefined,
    // Of two times, ARE takes the relative one.
    at: event_relative_time === null ? (event_time ?? undefined) : undefined,
    comparator: event_time_comparator ?? undefined,
    dependencies: [...dependencies],
    successors: [],
  };
}

/** The maximum number of successors counted for each event, because counting all would take minutes with many events. */
const MAX_COUNTED = 100;

function leftOutNote({ id, event }: TraceNode, successors: Successors): string {
  const count = withSuccessors([id], successors, MAX_COUNTED).size - 1;
  const why = `the file does not hold its code (${event.action?.function ?? 'nameless'})`;
  const along =
    count === 0 ? '' : `, and with it ${count}${count === MAX_COUNTED ? ' or more' : ''} that wait for it`;
  return `events: ${event.event_type.toLowerCase()} ${id} left out: ${why}${along}.`;
}

/** A planned event in the graph of a trace. */
export interface TraceNode {
  /** The id of the event; for a condition, without the number of the check. */
  readonly id: string;
  readonly event: PlannedEvent;
  readonly dependencies: readonly string[];
}

/** The planned events of `trace`. An event that depends on a check that is not in the file waits for the check's condition. */
export function graphNodes({ events }: AreTrace): readonly TraceNode[] {
  const ids = new Set(events.map(({ event_id }) => event_id));
  const conditions = new Set(events.filter(isCondition).map(({ event_id }) => withoutCheckNumber(event_id)));
  const nodeId = (id: string): string =>
    conditions.has(withoutCheckNumber(id)) && (earlierChecks(id) !== undefined || !ids.has(id))
      ? withoutCheckNumber(id)
      : id;
  return events.map((event) => ({
    id: isCondition(event) ? withoutCheckNumber(event.event_id) : event.event_id,
    event,
    dependencies: [...new Set(event.dependencies.map(nodeId))],
  }));
}

const isCondition = ({ event_type }: PlannedEvent): boolean => event_type === 'CONDITION';

/** Reports ids that two events have, and dependencies that do not exist. */
export function graphFindings(nodes: readonly TraceNode[]): readonly Finding[] {
  const first = new Map(nodes.map(({ id }, index) => [id, index] as const).reverse());
  return nodes.flatMap(({ id, dependencies }, index) => [
    ...(first.get(id) === index
      ? []
      : [
          {
            path: `events[${index}].event_id`,
            message: `Another event has the id ${describeValue(id)}, too.`,
          },
        ]),
    ...dependencies
      .filter((one) => !first.has(one))
      .map((one) => ({
        path: `events[${index}].dependencies`,
        message: `${describeValue(one)} is not the id of an event of this file.`,
      })),
  ]);
}

/** The nodes that wait for a node, by its id. */
type Successors = ReadonlyMap<string, readonly TraceNode[]>;

function successorsOf(nodes: readonly TraceNode[]): Successors {
  const successors = new Map<string, TraceNode[]>(nodes.map(({ id }) => [id, []]));
  for (const node of nodes) for (const id of node.dependencies) successors.get(id)?.push(node);
  return successors;
}

/** `ids` and the ids of all their direct and indirect successors. Stops after finding more than `limit`. */
function withSuccessors(
  ids: readonly string[],
  successors: Successors,
  limit = Infinity,
): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found)
    for (const successor of successors.get(id) ?? []) {
      if (found.size > limit) return found;
      found.add(successor.id);
    }
  return found;
}

/**
 * The ids that tools generated in the recorded run. ARE writes them into the plan of a trace in place of placeholders. A new run
 * generates other ids, so they are replaced with references to the results of the events that generated them.
 */
class RecordedIds {
  readonly #makers = new Map<string, { readonly event: string; readonly at: number }>();
  readonly #positions: ReadonlyMap<string, number>;

  constructor({ completed_events }: AreTrace) {
    this.#positions = new Map(completed_events.map(({ event_id }, index) => [event_id, index]));
    for (const [index, { event_id, metadata }] of completed_events.entries()) {
      const value = metadata?.return_value ?? '';
      if (isGeneratedId(value) && !this.#makers.has(value))
        this.#makers.set(value, { event: event_id, at: index });
    }
  }

  /** The reference that replaces `text` in the plan of `event` if `text` is an id that an earlier event generated. */
  referenceFor(text: string | null, event: string): JsonObject | undefined {
    const maker = this.#makers.get(text ?? '');
    if (maker === undefined || maker.at >= (this.#positions.get(event) ?? Infinity)) return undefined;
    return { $result: maker.event, path: [] };
  }
}

/** The events of a plan that starts `start` seconds after 1970, and notes on differences from the trace. */
export function toScenarioEvents(
  { events, heldAt }: RunnableEvents,
  start: number,
): { readonly events: readonly ScenarioEvent[]; readonly notes: readonly string[] } {
  // Turns that begin with conditions already have their order.
  const notes = events.some(({ type }) => type === 'CONDITION') ? [] : tryPatchOrder(events, start);
  return { events: events.map((event) => scenarioEvent(event, heldAt, fromSeconds(start))), notes };
}

/** Patches the order of messages, as ARE does before the oracle plays. Returns a note if that fails. */
function tryPatchOrder(events: readonly TraceEvent[], start: number): readonly string[] {
  try {
    patchOrder(events, start);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return [`events: messages to the user do not wait for their turns: ${thrown.message}`];
  }
}

const actors = { AGENT: 'agent', USER: 'user', ENV: 'environment' } as const;

function scenarioEvent(
  event: TraceEvent,
  heldAt: ReadonlyMap<string, number>,
  start: SimTime,
): ScenarioEvent {
  const common = { id: eventId(event.id), timing: traceTiming(event, start), place: undefined };
  if (event.type === 'STOP') return { ...common, kind: 'stop' };
  if (event.type === 'CONDITION') return { ...common, ...conditionOf(event, heldAt) };
  const comparator = parseComparator(event.comparator);
  return {
    ...common,
    kind: actors[event.type],
    action: { app: appName(event.app), tool: event.tool, args: event.args },
    oracle: event.type === 'AGENT',
    onFailure: 'continue',
    ...(comparator === undefined ? {} : { comparator }),
  };
}

/** The timing of an event of a trace in a run that begins at `start`. One delay counts for all its dependencies. */
function traceTiming(
  { dependencies, relative = 0, at }: Pick<TraceEvent, 'dependencies' | 'relative' | 'at'>,
  start: SimTime,
): Timing {
  const delay = seconds(relative);
  return timingFrom(
    {
      time: at === undefined ? undefined : later(fromSeconds(at), start),
      offset: dependencies.length === 0 ? delay : undefined,
      edges: dependencies.map((event) => ({ event: eventId(event), delay })),
    },
    start,
  );
}

function conditionOf(
  { id, tool }: TraceEvent,
  heldAt: ReadonlyMap<string, number>,
): Omit<ConditionEvent, 'id' | 'timing' | 'place'> {
  const turn = turnOfCondition(tool);
  const held = fromSeconds(heldAt.get(id) ?? 0);
  const turnsEnded = turnCounter();
  const holds: Predicate<never> =
    turn === undefined ? (_world, { now }) => now >= held : (_world, { log }) => turnsEnded(log) >= turn;
  return { kind: 'condition', name: tool === '' ? id : tool, holds, every: 1, timeout: undefined };
}

/**
 * Makes each turn's first message to the user wait for the latest events of its turn.
 *
 * @throws {ToolError} `ValueError` when an event has an absolute time before one of its dependencies.
 */
export function patchOrder(events: readonly TraceEvent[], start: number): void {
  const turns = eventTurns(events);
  const times = dueTimes(events, start);
  const byId = new Map(events.map((event) => [event.id, event]));
  const inOrder = [...turns.keys()].map((id) => byId.get(id)!);
  for (const inTurn of groupBy(inOrder, ({ id }) => turns.get(id)!).values()) {
    const message = inTurn.find(endsTurn);
    if (message === undefined) continue;
    const latest = inTurn.reduce((time, { id }) => Math.max(time, times.get(id)!), -Infinity);
    const before = new Set(message.dependencies);
    const last = inTurn.filter(({ id }) => times.get(id) === latest && !before.has(id));
    // An event after the message can belong to its turn if it waits for the turn's first event as well.
    const after = last.some((event) => event !== message)
      ? withAllSuccessors(message, byId)
      : new Set([message.id]);
    for (const event of last) {
      if (after.has(event.id)) continue;
      message.dependencies.push(event.id);
      event.successors.push(message.id);
    }
  }
}

/** The ids of `event` and of all its direct and indirect successors. */
function withAllSuccessors(event: TraceEvent, byId: ReadonlyMap<string, TraceEvent>): ReadonlySet<string> {
  const found = new Set([event.id]);
  for (const id of found) for (const successor of byId.get(id)?.successors ?? []) found.add(successor);
  return found;
}

/** ARE's types of planned events, without validations. */
export type TraceEventType = 'AGENT' | 'ENV' | 'USER' | 'CONDITION' | 'STOP';

/** A planned event of a trace, or of ARE's scenario editor. Times are in seconds. */
export interface TraceEvent {
  readonly id: string;
  readonly type: TraceEventType;
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The delay in seconds after the latest of the dependencies, or after the start. */
  relative: number | undefined;
  readonly at: number | undefined;
  readonly comparator: string | undefined;
  /** The ids of the dependencies, in the order in which the events were linked. */
  dependencies: string[];
  successors: string[];
}

/** Whether an event is the agent's message that ends a turn. */
export const endsTurn = ({ type, app, tool }: TraceEvent): boolean =>
  type === 'AGENT' && app === 'AgentUserInterface' && tool === 'send_message_to_user';

/**
 * The turn of each event, by id: the number of the agent's messages to the user before the event. As in ARE, if an event is
 * reached before one of its dependencies, that dependency counts as part of the first turn.
 */
export function eventTurns(events: readonly TraceEvent[]): Map<string, number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const turns = new Map<string, number>();
  const reached = new Set<string>();
  const queue = events.filter(({ dependencies }) => dependencies.length === 0);
  // The queue grows in the loop.
  for (const event of queue) {
    if (reached.has(event.id)) continue;
    reached.add(event.id);
    const before = event.dependencies.flatMap((id) => byId.get(id) ?? []);
    for (const { id } of [event, ...before]) if (!turns.has(id)) turns.set(id, 0);
    const turn = before.reduce((latest, { id }) => Math.max(latest, turns.get(id)!), 0);
    turns.set(event.id, before.some(endsTurn) ? turn + 1 : turn);
    for (const id of event.successors) {
      const successor = byId.get(id);
      if (successor !== undefined && !reached.has(id)) queue.push(successor);
    }
  }
  return turns;
}

/**
 * The due time of each event in seconds, by id, if all events happen as planned.
 * @throws {ToolError} `ValueError` when an event has an absolute time before one of its dependencies.
 */
export function dueTimes(events: readonly TraceEvent[], start: number): Map<string, number> {
  const times = new Map<string, number>(events.map(({ id }) => [id, 0]));
  for (const event of events) {
    const before = event.dependencies.map((id) => times.get(id) ?? 0);
    const from = before.length === 0 ? start : before.reduce((time, other) => Math.max(time, other));
    const { at, relative } = event;
    if (at !== undefined && at < from)
      refuse(
        'ValueError',
        `Event ${event.id} has an absolute time of ${at}, which is less than the maximum predecessor time of ${from}.`,
      );
    times.set(event.id, at ?? from + (relative ?? 0));
  }
  return times;
}
