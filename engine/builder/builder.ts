import { refuse } from '../apps/tool.ts';
import type { JsonObject } from '../model/json.ts';
import { parseValue } from '../trace/parse-value.ts';
import { classes, type BuiltEvent, type BuiltType, type Hint } from './built-event.ts';
import { patchOrder } from './patch-order.ts';
import { checkOneDialogue, checkPredecessors, checkTimes } from './rules.ts';
import { accumulate, turnsOf } from './turn-index.ts';

/** An event as an editor, or a scenario file, describes it. Values are texts with the type they are to be read as. */
export interface EventDescription {
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

/** Whether an app of that name, and a tool in it, are there. */
export type Known = (app: string, tool: string) => 'known' | 'no-app' | 'no-tool';

const TYPES: readonly string[] = ['AGENT', 'ENV', 'USER', 'CONDITION'] satisfies BuiltType[];

/** Puts a scenario together event by event, by the reference's rules for editors. */
export class ScenarioBuilder {
  readonly #known: Known;
  readonly #start: number;
  #events: BuiltEvent[] = [];
  #hints: Hint[] = [];
  #made = 0;

  /** `start` is in seconds since the Unix epoch. */
  constructor(known: Known, start: number) {
    this.#known = known;
    this.#start = start;
  }

  get events(): readonly BuiltEvent[] {
    return this.#events;
  }

  get hints(): readonly Hint[] {
    return this.#hints;
  }

  /** @throws {ToolError} `ValueError` when the event may not stand there. */
  add(description: EventDescription): BuiltEvent {
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

  /** Puts another event in the place of `id`, at the end of the list. Its id is kept only if its type is. @throws {ToolError}. */
  edit(id: string, description: EventDescription): BuiltEvent {
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

  /** Takes an event out. What followed it stays. */
  remove(id: string): void {
    this.#events = this.#events.filter((event) => event.id !== id);
    for (const event of this.#events) {
      event.successors = without(event.successors, id);
      event.dependencies = without(event.dependencies, id);
    }
    this.#unhint(id);
  }

  /** @throws {ToolError} `ValueError` when the event has no hint. */
  editHint(id: string, content: string): void {
    const hint = this.#hints.find(({ event }) => event === id);
    if (hint === undefined) refuse('ValueError', `Hint with event_id ${id} not found.`);
    hint.content = content;
  }

  /** The turn of each event. */
  turns(): ReadonlyMap<string, number> {
    return turnsOf(this.#events);
  }

  /** When each event is due if all goes by the graph, in seconds. @throws {ToolError}. */
  times(): ReadonlyMap<string, number> {
    return accumulate(this.#events, this.#start);
  }

  /** Makes each turn's first message to the user wait for the latest events of its turn. @throws {ToolError}. */
  patchOrder(): void {
    patchOrder(this.#events, this.#start);
  }

  #check(description: EventDescription, instead?: string): void {
    const { tool, after, relative, at } = description;
    const type = description.type as BuiltType;
    const wanted = { type, tool, after, relative, at, ...(instead === undefined ? {} : { instead }) };
    checkPredecessors(this.#events, wanted);
    checkOneDialogue(this.#events, wanted);
    checkTimes(this.#events, this.#start, wanted);
  }

  #make(description: EventDescription, id: string | undefined): BuiltEvent {
    const { app, tool, relative, at, comparator, parameters } = description;
    const type = description.type as BuiltType;
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

  #link(event: BuiltEvent, after: readonly string[]): void {
    for (const id of after) {
      event.dependencies.push(id);
      this.#events.find((other) => other.id === id)!.successors.push(event.id);
    }
  }

  #called(ids: readonly string[]): readonly BuiltEvent[] {
    return ids.flatMap((id) => this.#events.find((event) => event.id === id) ?? []);
  }

  #rehint(old: BuiltEvent, event: BuiltEvent): void {
    const told = old.type !== 'AGENT' && old.tool === 'send_message_to_agent';
    if (told && event.tool !== 'send_message_to_agent') this.#unhint(old.id);
    else if (!told && event.tool === 'send_message_to_agent') this.#hint(event.id, 'TASK_HINT');
    if (old.type === 'ENV') this.#unhint(old.id);
    if (event.type === 'ENV') this.#hint(event.id, 'ENVIRONMENT_HINT');
  }

  #hint(id: string, type: Hint['type']): void {
    if (!this.#hints.some(({ event }) => event === id)) this.#hints.push({ type, content: '', event: id });
  }

  #unhint(id: string): void {
    this.#hints = this.#hints.filter(({ event }) => event !== id);
  }
}

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** The same of the first of them alone: one event may wait for another twice. */
function withoutOne(ids: readonly string[], id: string): string[] {
  const first = ids.indexOf(id);
  return ids.filter((_, at) => at !== first);
}
