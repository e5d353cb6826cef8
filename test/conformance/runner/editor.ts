import * as z from 'zod';
import { refuse } from '../../../engine/world/tool.ts';
import {
  dueTimes,
  type TraceEvent,
  type TraceEventType,
  endsTurn,
  patchOrder,
  eventTurns,
} from '../../../engine/are/plan-trace-events.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import { pythonLiteral } from '../../../engine/model/values/python-text.ts';
import type { AppInstance } from '../../../engine/scenario/orrery.ts';
import { parseValue } from '../../../engine/are/trace-values.ts';
import { appsOf } from './apps.ts';
import { type Case, given, or, shaped, type Step } from './case-file.ts';
import { startOf } from './drive.ts';

/** An empty hint that the editor adds for the author to fill in. */
interface EditorHint {
  readonly type: 'TASK_HINT' | 'ENVIRONMENT_HINT';
  content: string;
  readonly event: string;
}

/** The reference's class of each event type. */
const classes = {
  AGENT: 'OracleEvent',
  ENV: 'Event',
  USER: 'Event',
  CONDITION: 'ConditionCheckEvent',
  STOP: 'StopEvent',
} as const satisfies Record<TraceEventType, string>;

const description = {
  id: given(z.string()),
  type: z.string(),
  app: z.string(),
  tool: z.string(),
  after: or(z.array(z.string()), []),
  parameters: or(
    z.record(z.string(), z.strictObject({ value: z.string().nullable(), type: z.string().nullable() })),
    {},
  ),
  relative: given(z.number()),
  at: given(z.number()),
  comparator: given(z.string()),
};

const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add_event'), ...description }),
  z.strictObject({ do: z.literal('edit_event'), ...description, id: z.string() }),
  z.strictObject({ do: z.literal('delete_event'), id: z.string() }),
  z.strictObject({ do: z.literal('edit_hint'), id: z.string(), content: z.string() }),
  z.strictObject({ do: z.literal('turns') }),
  z.strictObject({ do: z.literal('accumulate') }),
  z.strictObject({ do: z.literal('patch_order') }),
]);

/** Runs a case of the scenario editor. */
export function runBuilder(spec: Case): Record<string, Json> {
  const { builder, steps } = build(spec, spec.script);
  return {
    steps,
    graph: graphOf(builder.events),
    hints: builder.hints.map(({ type, content, event }) => ({ type, content, event })),
  };
}

/** Runs `script` with a new builder. Returns the builder and the result of each step. */
export function build(spec: Case, script: readonly Step[]): { builder: ScenarioBuilder; steps: Json } {
  const start = startOf(spec);
  const apps: Record<string, AppInstance> = appsOf(spec.apps, start, () => undefined);
  const known = (app: string, tool: string): 'known' | 'no-app' | 'no-tool' =>
    apps[app] === undefined ? 'no-app' : apps[app].tools[tool] === undefined ? 'no-tool' : 'known';
  const builder = new ScenarioBuilder(known, spec.config.start_time ?? 0);
  const steps = script.map((said): Json => {
    const one = shaped(step, said);
    try {
      const result = take(builder, one);
      return { do: one.do, ...(result === undefined ? {} : { result }) };
    } catch (thrown) {
      const { name, message } = thrown as Error;
      return { do: one.do, error: { type: name, message } };
    }
  });
  return { builder, steps };
}

function take(builder: ScenarioBuilder, one: z.output<typeof step>): Json | undefined {
  switch (one.do) {
    case 'add_event':
      return named(builder.add(one));
    case 'edit_event':
      return named(builder.edit(one.id, one));
    case 'delete_event':
      builder.remove(one.id);
      return undefined;
    case 'edit_hint':
      builder.editHint(one.id, one.content);
      return undefined;
    case 'turns':
      return Object.fromEntries(builder.turns());
    case 'accumulate':
      return Object.fromEntries(builder.times());
    case 'patch_order':
      builder.patchOrder();
      return undefined;
  }
}

const named = ({ id, type }: TraceEvent): Json => ({ id, class: classes[type] });

/** The graph as cases list it. Conditions go by the id of their first check. */
export function graphOf(events: readonly TraceEvent[]): Json {
  const conditions = new Set(events.filter(({ type }) => type === 'CONDITION').map(({ id }) => id));
  const called = (id: string): string => (conditions.has(id) ? `${id}-CHECK_0` : id);
  return events.map(({ id, type, relative, at, dependencies, successors }) => ({
    id: called(id),
    class: classes[type],
    type,
    relative: relative ?? null,
    at: at ?? null,
    dependencies: dependencies.map(called),
    successors: successors.map(called),
  }));
}

/** An event as an editor describes it. Values are texts with the type to parse them as. */
interface EventDescription {
  readonly id?: string | undefined;
  readonly type: string;
  readonly app: string;
  readonly tool: string;
  readonly after: readonly string[];
  readonly parameters: Readonly<
    Record<string, { readonly value: string | null; readonly type: string | null }>
  >;
  readonly relative?: number | undefined;
  readonly at?: number | undefined;
  readonly comparator?: string | undefined;
}

type Known = (app: string, tool: string) => 'known' | 'no-app' | 'no-tool';

const TYPES: readonly string[] = ['AGENT', 'ENV', 'USER', 'CONDITION'] satisfies TraceEventType[];

/** Builds a scenario event by event, with the rules of the reference's scenario editor. */
class ScenarioBuilder {
  readonly #known: Known;
  readonly #start: number;
  #events: TraceEvent[] = [];
  #hints: EditorHint[] = [];
  #made = 0;

  /** `start` is in seconds since the Unix epoch. */
  constructor(known: Known, start: number) {
    this.#known = known;
    this.#start = start;
  }

  get events(): readonly TraceEvent[] {
    return this.#events;
  }

  get hints(): readonly EditorHint[] {
    return this.#hints;
  }

  /** Adds an event. @throws {ToolError} `ValueError` when the rules do not allow it. */
  add(description: EventDescription): TraceEvent {
    if (!TYPES.includes(description.type))
      refuse('ValueError', 'event_type must be one of AGENT, ENV, USER, CONDITION');
    this.#check(description);
    const event = this.#make(description, description.id);
    this.#link(event, description.after);
    this.#events.push(event);
    if (event.tool === 'send_message_to_agent') this.#hint(event.id, 'TASK_HINT');
    if (event.type === 'ENV') this.#hint(event.id, 'ENVIRONMENT_HINT');
    return event;
  }

  /** Replaces the event `id`; the new one goes to the end of the list and keeps the id only with the same type. @throws {ToolError} */
  edit(id: string, description: EventDescription): TraceEvent {
    if (!TYPES.includes(description.type) || description.type === 'CONDITION')
      refuse('ValueError', 'event_type must be one of AGENT, ENV, USER');
    const old =
      this.#events.find((event) => event.id === id) ??
      refuse('ValueError', `Current event with id '${id}' not found.`);
    this.#check(description, id);
    const event = this.#make(description, description.type === old.type ? id : undefined);

    event.successors = old.successors;
    for (const successor of this.#called(old.successors))
      successor.dependencies = [...withoutOne(successor.dependencies, id), event.id];
    for (const dependency of this.#called(old.dependencies))
      dependency.successors = withoutOne(dependency.successors, id);
    this.#link(event, description.after);
    this.#events = [...this.#events.filter((other) => other !== old), event];
    this.#rehint(old, event);
    return event;
  }

  /** Removes an event and keeps its successors. */
  remove(id: string): void {
    this.#events = this.#events.filter((event) => event.id !== id);
    for (const event of this.#events) {
      event.successors = without(event.successors, id);
      event.dependencies = without(event.dependencies, id);
    }
    this.#unhint(id);
  }

  /** Sets the text of a hint. @throws {ToolError} `ValueError` when the event has no hint. */
  editHint(id: string, content: string): void {
    const hint = this.#hints.find(({ event }) => event === id);
    if (hint === undefined) refuse('ValueError', `Hint with event_id ${id} not found.`);
    hint.content = content;
  }

  /** The turn of each event. */
  turns(): ReadonlyMap<string, number> {
    return eventTurns(this.#events);
  }

  /** Due times by the graph alone, in seconds. @throws {ToolError} */
  times(): ReadonlyMap<string, number> {
    return dueTimes(this.#events, this.#start);
  }

  /** Makes the first message to the user of each turn wait for the last events of the turn. @throws {ToolError} */
  patchOrder(): void {
    patchOrder(this.#events, this.#start);
  }

  #check(description: EventDescription, instead?: string): void {
    const { tool, after, relative, at } = description;
    const type = description.type as TraceEventType;
    const wanted = { type, tool, after, relative, at, ...(instead === undefined ? {} : { instead }) };
    checkPredecessors(this.#events, wanted);
    checkOneDialogue(this.#events, wanted);
    checkTimes(this.#events, this.#start, wanted);
  }

  #make(description: EventDescription, id: string | undefined): TraceEvent {
    const { app, tool, relative, at, comparator, parameters } = description;
    const type = description.type as TraceEventType;
    if (relative !== undefined && relative < 0)
      refuse('ValueError', 'event_relative_time must be non-negative.');
    if (at !== undefined && at < 0) refuse('ValueError', 'event_time must be non-negative.');
    if (relative !== undefined && at !== undefined)
      refuse('ValueError', 'event_relative_time and event_time cannot both be specified.');
    const args: JsonObject = Object.fromEntries(
      Object.entries(parameters).map(([name, given]) => [name, parseValue(given.value, given.type).value]),
    );
    if (type === 'CONDITION') refuse('ValueError', 'execution_metadata is required for CONDITION events');
    if (type !== 'AGENT') this.#checkCall(app, tool, comparator);
    this.#made += 1;
    return {
      id: id ?? `${classes[type]}-${type}-${this.#made}`,
      type,
      app,
      tool,
      args,
      relative: at === undefined ? (relative ?? 0) : undefined,
      at,
      comparator,
      dependencies: [],
      successors: [],
    };
  }

  #checkCall(app: string, tool: string, comparator: string | undefined): void {
    if (comparator !== undefined)
      refuse('ValueError', "event_time_comparator is only supported for events of type 'EventType.AGENT'.");
    const known = this.#known(app, tool);
    if (known === 'no-app') refuse('ValueError', `App ${app} not found in scenario.`);
    if (known === 'no-tool') refuse('AttributeError', `'${app}' has no function '${tool}'`);
  }

  #link(event: TraceEvent, after: readonly string[]): void {
    for (const id of after) {
      event.dependencies.push(id);
      this.#events.find((other) => other.id === id)!.successors.push(event.id);
    }
  }

  #called(ids: readonly string[]): readonly TraceEvent[] {
    return ids.flatMap((id) => this.#events.find((event) => event.id === id) ?? []);
  }

  #rehint(old: TraceEvent, event: TraceEvent): void {
    const told = old.type !== 'AGENT' && old.tool === 'send_message_to_agent';
    if (told && event.tool !== 'send_message_to_agent') this.#unhint(old.id);
    else if (!told && event.tool === 'send_message_to_agent') this.#hint(event.id, 'TASK_HINT');
    if (old.type === 'ENV') this.#unhint(old.id);
    if (event.type === 'ENV') this.#hint(event.id, 'ENVIRONMENT_HINT');
  }

  #hint(id: string, type: EditorHint['type']): void {
    if (!this.#hints.some(({ event }) => event === id)) this.#hints.push({ type, content: '', event: id });
  }

  #unhint(id: string): void {
    this.#hints = this.#hints.filter(({ event }) => event !== id);
  }
}

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** Removes only the first occurrence, because an event may wait for another one twice. */
function withoutOne(ids: readonly string[], id: string): string[] {
  const first = ids.indexOf(id);
  return ids.filter((_, at) => at !== first);
}

/** An event to add, or to replace `instead`. */
interface Wanted {
  readonly type: TraceEventType;
  readonly tool: string;
  readonly after: readonly string[];
  readonly relative: number | undefined;
  readonly at: number | undefined;
  readonly instead?: string;
}

const find = (events: readonly TraceEvent[], id: string): TraceEvent =>
  events.find((event) => event.id === id) ??
  refuse('ValueError', `Predecessor event with id '${id}' not found.`);

const isMessageToUser = ({ type, tool }: TraceEvent): boolean =>
  type === 'AGENT' && tool === 'send_message_to_user';

const isMessageToAgent = ({ type, tool }: TraceEvent): boolean =>
  (type === 'ENV' || type === 'USER') && tool === 'send_message_to_agent';

/** Checks the kinds of the predecessors. The messages are the reference's. @throws {ToolError} `ValueError` */
function checkPredecessors(events: readonly TraceEvent[], { type, tool, after }: Wanted): void {
  if (type === 'AGENT' && after.length === 0)
    refuse('ValueError', 'Agent events must have at least one predecessor event.');
  if (type === 'ENV') {
    if (after.length !== 1) refuse('ValueError', 'Env events must have only one predecessor event');
    const before = find(events, after[0]!);
    if (!isMessageToUser(before) && before.type === 'AGENT')
      refuse(
        'ValueError',
        'Env events can only have a send_message_to_agent or user/env event as a predecessor event.',
      );
  }
  for (const id of after)
    if (isMessageToUser(find(events, id)) && type !== 'ENV' && tool !== 'send_message_to_agent')
      refuse(
        'ValueError',
        `The ${tool} event is not allowed to link after send_message_to_user, only send_message_to_agent or Env event is allowed.`,
      );
}

/** All messages between user and agent must lie on one connected part of the graph. @throws {ToolError} `ValueError` */
function checkOneDialogue(events: readonly TraceEvent[], { tool, after, instead }: Wanted): void {
  if (tool !== 'send_message_to_agent' && tool !== 'send_message_to_user') return;
  let elsewhere = after.length === 0 ? events : unconnected(events, after);
  if (instead !== undefined) elsewhere = unconnected(elsewhere, [instead]);
  if (elsewhere.some((event) => isMessageToAgent(event) || isMessageToUser(event)))
    refuse(
      'ValueError',
      'Only one branch of the events graph should contain send_message_to_agent or send_message_to_user events. ' +
        'Found multiple branches with send_message_to_agent or send_message_to_user events.',
    );
}

function unconnected(events: readonly TraceEvent[], from: readonly string[]): readonly TraceEvent[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const connected = new Set(from);
  for (const id of connected) {
    const event = byId.get(id);
    for (const other of [...(event?.successors ?? []), ...(event?.dependencies ?? [])]) connected.add(other);
  }
  return events.filter(({ id }) => !connected.has(id));
}

/** The message to the user must be the last event of its turn. @throws {ToolError} `ValueError`, or `KeyError` without a turn */
function checkTimes(events: readonly TraceEvent[], start: number, wanted: Wanted): void {
  const { after, relative, at, tool, instead } = wanted;
  if (after.length === 0) return;
  const turns = eventTurns(events);
  // Events in a cycle have no turn. The message is the reference's.
  const circular = after.find((id) => !turns.has(id));
  if (circular !== undefined) refuse('KeyError', pythonLiteral(circular));
  const turn = turns.get(after[0]!);
  if (after.some((id) => turns.get(id) !== turn))
    refuse('ValueError', 'Predecessor events do not belong to the same turn.');

  const byId = new Map(events.map((event) => [event.id, event]));
  const inTurn = [...turns].flatMap(([id, other]) => (other === turn ? (byId.get(id) ?? []) : []));
  if (inTurn.every((event) => event.relative === 1 || event.relative === 0)) return;

  const planned = inTurn.map((event) => (event.id === instead ? { ...event, relative, at } : event));
  const times = dueTimes(planned, start);
  const from = Math.max(...after.map((id) => times.get(id) ?? 0));
  // The reference ignores a time of zero.
  const time = relative ? from + relative : at ? at : undefined;
  if (time === undefined) return;

  const latest = Math.max(...times.values());
  if (tool === 'send_message_to_user') {
    if (time < latest)
      refuse(
        'ValueError',
        `send_message_to_user event's time (${time}) should be the maximum of the turn (${latest}).`,
      );
    return;
  }
  const message = inTurn.find(endsTurn);
  if (message === undefined || after.includes(message.id)) return;
  const last = times.get(message.id) ?? 0;
  if (last < time)
    refuse('ValueError', `New event's time (${time}) exceeds send_message_to_user event's time (${last}).`);
}
