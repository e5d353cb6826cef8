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
  turnsEnded,
} from '../model/index.ts';
import { refuse, ToolError } from '../world/index.ts';
import {
  type AreTrace,
  checksBefore,
  comparatorOf,
  type PlannedEvent,
  withoutCheck,
} from './trace-format.ts';
import { argumentOf } from './trace-values.ts';

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
function turnOf(tool: string): number | undefined {
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

/** A planned event under the name it has in a run, and what it waits for. */
export interface Node {
  readonly id: string;
  readonly event: PlannedEvent;
  readonly before: readonly string[];
}

/**
 * The events of `trace` under their names. Conditions go by theirs without the number of a check: who waits for one may
 * name a check that is not in the file.
 */
export function nodesOf({ events }: AreTrace): readonly Node[] {
  const ids = new Set(events.map(({ event_id }) => event_id));
  const conditions = new Set(events.filter(isCondition).map(({ event_id }) => withoutCheck(event_id)));
  const named = (id: string): string =>
    conditions.has(withoutCheck(id)) && (checksBefore(id) !== undefined || !ids.has(id))
      ? withoutCheck(id)
      : id;
  return events.map((event) => ({
    id: isCondition(event) ? withoutCheck(event.event_id) : event.event_id,
    event,
    before: [...new Set(event.dependencies.map(named))],
  }));
}

const isCondition = ({ event_type }: PlannedEvent): boolean => event_type === 'CONDITION';

/** What keeps `nodes` from being a graph: names that two have, and dependencies that none has. */
export function graphFindings(nodes: readonly Node[]): readonly Finding[] {
  const first = new Map(nodes.map(({ id }, at) => [id, at] as const).reverse());
  return nodes.flatMap(({ id, before }, at) => [
    ...(first.get(id) === at
      ? []
      : [{ path: `events[${at}].event_id`, message: `Another event has the id ${describeValue(id)}, too.` }]),
    ...before
      .filter((one) => !first.has(one))
      .map((one) => ({
        path: `events[${at}].dependencies`,
        message: `${describeValue(one)} is not the id of an event of this file.`,
      })),
  ]);
}

/** Who waits for whom. */
export type Followers = ReadonlyMap<string, readonly Node[]>;

/**
 * Those that wait for one of `ids`, over as many steps as there are, and `ids` themselves; no more than one above `most` where
 * nobody needs to know more.
 */
function withFollowers(ids: readonly string[], followers: Followers, most = Infinity): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found)
    for (const follower of followers.get(id) ?? []) {
      if (found.size > most) return found;
      found.add(follower.id);
    }
  return found;
}

/** `nodes` in such an order that each comes after all it waits for, and else as they were. Those of a cycle come last. */
function inOrder(nodes: readonly Node[]): readonly Node[] {
  const followers = followersOf(nodes);
  const waiting = new Map(nodes.map(({ id, before }) => [id, before.length]));
  const ordered = nodes.filter(({ before }) => before.length === 0);
  for (const { id } of ordered)
    for (const follower of followers.get(id) ?? []) {
      const left = waiting.get(follower.id)! - 1;
      waiting.set(follower.id, left);
      if (left === 0) ordered.push(follower);
    }
  return ordered.length === nodes.length ? ordered : [...new Set([...ordered, ...nodes])];
}

function followersOf(nodes: readonly Node[]): Followers {
  const followers = new Map<string, Node[]>(nodes.map(({ id }) => [id, []]));
  for (const node of nodes) for (const id of node.before) followers.get(id)?.push(node);
  return followers;
}

/** The events of a trace as a run takes them, and what could not be made of them. `start` is in seconds. */
export function placed(
  { events, heldAt }: TraceEvents,
  start: number,
): { readonly events: readonly ScenarioEvent[]; readonly notes: readonly string[] } {
  // Turns that begin with conditions are in order already.
  const notes = events.some(({ type }) => type === 'CONDITION') ? [] : patched(events, start);
  return { events: events.map((event) => eventOf(event, heldAt, fromSeconds(start))), notes };
}

/** As in the field, before an oracle's run: a turn's message to the user waits for all of its turn. */
function patched(events: readonly BuiltEvent[], start: number): readonly string[] {
  try {
    patchOrder(events, start);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return [`events: messages to the user do not wait for their turns: ${thrown.message}`];
  }
}

const actors = { AGENT: 'agent', USER: 'user', ENV: 'environment' } as const;

function eventOf(event: BuiltEvent, heldAt: ReadonlyMap<string, number>, start: SimTime): ScenarioEvent {
  const named = { id: eventId(event.id), timing: timingOf(event, start), place: undefined };
  if (event.type === 'STOP') return { ...named, kind: 'stop' };
  if (event.type === 'CONDITION') return { ...named, ...conditionOf(event, heldAt) };
  const comparator = comparatorOf(event.comparator);
  return {
    ...named,
    kind: actors[event.type],
    action: { app: appName(event.app), tool: event.tool, args: event.args },
    oracle: event.type === 'AGENT',
    onFailure: 'continue',
    ...(comparator === undefined ? {} : { comparator }),
  };
}

function timingOf({ dependencies, relative = 0, at }: BuiltEvent, start: SimTime): Timing {
  const [first, ...rest] = dependencies.map((event) => ({ event: eventId(event), delay: seconds(relative) }));
  if (at !== undefined)
    return { kind: 'at', time: later(fromSeconds(at), start), after: dependencies.map(eventId) };
  return first === undefined
    ? { kind: 'from-start', delay: seconds(relative) }
    : { kind: 'after', edges: [first, ...rest] };
}

function conditionOf(
  { id, tool }: BuiltEvent,
  heldAt: ReadonlyMap<string, number>,
): Omit<ConditionEvent, 'id' | 'timing' | 'place'> {
  const turn = turnOf(tool);
  const held = fromSeconds(heldAt.get(id) ?? 0);
  const holds: Predicate<never> =
    turn === undefined ? (_world, { now }) => now >= held : (_world, { log }) => turnsEnded(log) >= turn;
  return { kind: 'condition', name: tool === '' ? id : tool, holds, every: 1, timeout: undefined };
}

/**
 * Makes each turn's first message to the user wait for the latest events of its turn.
 *
 * @throws {ToolError} `ValueError` when an event has a time of its own before those it waits for.
 */
export function patchOrder(events: readonly BuiltEvent[], start: number): void {
  const turns = turnsOf(events);
  const times = accumulate(events, start);
  const byId = new Map(events.map((event) => [event.id, event]));
  const inOrder = [...turns.keys()].map((id) => byId.get(id)!);
  for (const inTurn of groupBy(inOrder, ({ id }) => turns.get(id)!).values()) {
    const message = inTurn.find(endsTurn);
    if (message === undefined) continue;
    const latest = inTurn.reduce((time, { id }) => Math.max(time, times.get(id)!), -Infinity);
    const before = new Set(message.dependencies);
    const last = inTurn.filter(({ id }) => times.get(id) === latest && !before.has(id));
    // What comes after the message can be counted to its turn where it waits for the turn's first event as well.
    const after = last.some((event) => event !== message)
      ? comingAfter(message, byId)
      : new Set([message.id]);
    for (const event of last) {
      if (after.has(event.id)) continue;
      message.dependencies.push(event.id);
      event.successors.push(message.id);
    }
  }
}

/** The ids of `event` and of all that waits for it. */
function comingAfter(event: BuiltEvent, byId: ReadonlyMap<string, BuiltEvent>): ReadonlySet<string> {
  const found = new Set([event.id]);
  for (const id of found) for (const successor of byId.get(id)?.successors ?? []) found.add(successor);
  return found;
}

/** Kinds of events that scenario files hold, in the field's words. */
export type BuiltType = 'AGENT' | 'ENV' | 'USER' | 'CONDITION' | 'STOP';

/** An event as a scenario file describes it. Times are seconds. */
export interface BuiltEvent {
  readonly id: string;
  readonly type: BuiltType;
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** After the latest of those it waits for, or after the start. */
  relative: number | undefined;
  readonly at: number | undefined;
  readonly comparator: string | undefined;
  /** Ids, in the order in which they were linked. */
  dependencies: string[];
  successors: string[];
}

/** True for the agent's message that ends a turn. */
export const endsTurn = ({ type, app, tool }: BuiltEvent): boolean =>
  type === 'AGENT' && app === 'AgentUserInterface' && tool === 'send_message_to_user';

/**
 * The turn of each event: how many of the agent's messages to the user lie above it. As the reference counts, and in the order
 * in which it comes across them: one that is reached before what it waits for takes that to be of the first turn.
 */
export function turnsOf(events: readonly BuiltEvent[]): Map<string, number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const turns = new Map<string, number>();
  const reached = new Set<string>();
  const queue = events.filter(({ dependencies }) => dependencies.length === 0);
  // It grows while it is gone through.
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

/** Times that an event would have instead of its own. */
export interface Instead {
  readonly id: string;
  readonly relative: number | undefined;
  readonly at: number | undefined;
}

/**
 * When each event is due if all goes by the graph, in seconds.
 *
 * @throws {ToolError} `ValueError` when one has a time of its own before those it waits for.
 */
export function accumulate(
  events: readonly BuiltEvent[],
  start: number,
  instead?: Instead,
): Map<string, number> {
  const times = new Map<string, number>(events.map(({ id }) => [id, 0]));
  for (const event of events) {
    const before = event.dependencies.map((id) => times.get(id) ?? 0);
    const from = before.length === 0 ? start : before.reduce((time, other) => Math.max(time, other));
    const { at, relative } = event.id === instead?.id ? instead : event;
    if (at !== undefined && at < from)
      refuse(
        'ValueError',
        `Event ${event.id} has an absolute time of ${at}, which is less than the maximum predecessor time of ${from}.`,
      );
    times.set(event.id, at ?? from + (relative ?? 0));
  }
  return times;
}

/**
 * The ids that a recording made. In a new run they are others. The field writes them into the plan of a trace wherever a
 * placeholder stood: there the answer of the event that made the id is meant.
 */
class RecordedIds {
  readonly #makers = new Map<string, { readonly event: string; readonly at: number }>();
  readonly #positions: ReadonlyMap<string, number>;

  constructor({ completed_events }: AreTrace) {
    this.#positions = new Map(completed_events.map(({ event_id }, at) => [event_id, at]));
    for (const [at, { event_id, metadata }] of completed_events.entries()) {
      const value = metadata?.return_value ?? '';
      if (isGeneratedId(value) && !this.#makers.has(value)) this.#makers.set(value, { event: event_id, at });
    }
  }

  /** The result that `text` stands for in the plan of `event`, when it is an id that an event before it made. */
  resultFor(text: string | null, event: string): JsonObject | undefined {
    const maker = this.#makers.get(text ?? '');
    if (maker === undefined || maker.at >= (this.#positions.get(event) ?? Infinity)) return undefined;
    return { $result: maker.event, path: [] };
  }
}
