import * as z from 'zod';
import {
  CAPABILITIES,
  checkShape,
  describeValue,
  eventId,
  type Finding,
  fromSeconds,
  type Hint,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  plural,
  readPythonJson,
  type SimTime,
  type TimeComparator,
  TraceError,
  valueAt,
} from '../model/index.ts';

/** The JSON of a trace file, and notes on losses while reading it. */
export interface TraceDocument {
  readonly document: Json;
  readonly notes: readonly string[];
}

/** Reads the JSON of a trace file. @throws {TraceError} when `text` is not JSON, or JSON that is refused. */
export function readDocument(text: string, file: string): TraceDocument {
  const read = readPythonJson(text);
  if ('findings' in read) throw new TraceError(file, read.findings);
  return { document: read.value, notes: read.notes };
}

/** Reads a trace file in ARE's "hf" format. @throws {TraceError} when `text` is not such a file. */
export function parseTrace(text: string, file: string): TraceDocument & { readonly trace: AreTrace } {
  const { document, notes } = readDocument(text, file);
  const read = traceIn(document, file);
  return { trace: read.trace, document, notes: [...notes, ...read.notes] };
}

/** The trace in `document`, and notes on values that are read as ARE reads them. @throws {TraceError} when it is not a trace. */
export function traceIn(
  document: Json,
  file: string,
): { readonly trace: AreTrace; readonly notes: readonly string[] } {
  const other = otherFormat(document);
  if (other !== undefined) throw new TraceError(file, [other]);
  const checked = checkShape(trace, document);
  if ('findings' in checked) throw new TraceError(file, checked.findings);
  const findings = traceFindings(checked.data);
  if (findings.length > 0) throw new TraceError(file, findings);
  return { trace: checked.data, notes: oddValueNotes(document, checked.data) };
}

/** The problem of a file in another of ARE's formats, which people may try to open. */
function otherFormat(document: Json): Finding | undefined {
  if (!isJsonObject(document)) return undefined;
  const needed = 'ARE’s "hf" format is needed, with metadata, apps and events.';
  if (isLite(document))
    return { path: '', message: `This is ARE’s "lite" format, which has no events. ${needed}` };
  if (Object.hasOwn(document, 'event_log') && Object.hasOwn(document, 'event_queue'))
    return { path: '', message: `This is a dump of ARE’s state. ${needed}` };
  return undefined;
}

/** The name of the scenario with `id`, or of its file if the id is empty. */
export const scenarioName = (id: string, file: string): string =>
  id.trim() === '' ? file.replace(/\.json$/i, '') : id;

/** The seed of `trace`; 0 if it has none, or one too large to be exact. */
export function seedOf({ metadata }: AreTrace): number {
  const { seed } = metadata.definition;
  return Number.isSafeInteger(seed) ? seed! : 0;
}

/** The maximum distance in seconds from 1970 (the years 1684 to 2255): larger times are not exact in whole microseconds. */
export const MAX_TRACE_SECONDS = 9_000_000_000; // before or after 1970

/** Problems that a schema cannot find: times out of range, actions that name no tool. */
function traceFindings({ metadata, completed_events }: AreTrace): readonly Finding[] {
  const { start_time } = metadata.definition;
  return [
    ...(start_time === null ? [] : timeFindings('metadata.definition.start_time', start_time)),
    ...completed_events.flatMap((event, index) => eventFindings(event, `completed_events[${index}]`)),
  ];
}

/** Notes on values with a type that the format does not allow, and that ARE accepts. */
function oddValueNotes(document: Json, { completed_events }: AreTrace): readonly string[] {
  const definition = valueAt(document, ['metadata', 'definition']);
  const settings = ['seed', 'start_time', 'duration', 'time_increment_in_seconds'].flatMap((key) =>
    oddField(definition, key, 'metadata.definition', isOddNumber),
  );
  const numbers = [
    ...settings,
    ...oddFields(document, 'events', 'event_time', isOddNumber),
    ...oddFields(document, 'events', 'event_relative_time', isOddNumber),
    ...oddFields(document, 'completed_events', 'event_time', isOddNumber),
  ];
  const comparators = oddFields(document, 'events', 'event_time_comparator', isOddComparator);
  const types = oddFields(document, 'events', 'event_type', (type) => !isEventType(type));
  const ids = oddFields(document, 'completed_events', 'event_id', (id) => id === '');
  const calls = completed_events.flatMap(({ event_type, action }, index) =>
    isActorType(event_type) && action?.app === null ? [`completed_events[${index}]`] : [],
  );
  return [
    ...placesNote(numbers, 'number', 'given as a text or a truth value, read as ARE reads it'),
    ...placesNote(comparators, 'comparator', 'left out: not one of ARE'),
    ...placesNote(types, 'event type', 'that ARE does not have: the plan does not run'),
    ...placesNote(ids, 'empty id', 'replaced by another'),
    ...placesNote(calls, 'call', 'without an app read as a check of a condition, as ARE reads it'),
  ];
}

type Test = (value: Json) => boolean;

const isOddNumber: Test = (value) => typeof value === 'string' || typeof value === 'boolean';

const isOddComparator: Test = (value) =>
  value !== null && value !== '' && (typeof value !== 'string' || parseComparator(value) === undefined);

/** The paths of the items in `list` whose field `key` is odd. */
const oddFields = (document: Json, list: string, key: string, isOdd: Test): readonly string[] =>
  isJsonObject(document)
    ? listAt(document, list).flatMap((item, index) => oddField(item, key, `${list}[${index}]`, isOdd))
    : [];

function oddField(object: Json | undefined, key: string, path: string, isOdd: Test): readonly string[] {
  const value = isJsonObject(object) ? object[key] : undefined;
  return value !== undefined && isOdd(value) ? [`${path}.${key} ${describeValue(value)}`] : [];
}

const MAX_PLACES = 3;

function placesNote(places: readonly string[], what: string, result: string): readonly string[] {
  if (places.length === 0) return [];
  const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : '';
  return [`${plural(places.length, what)} ${result}: ${places.slice(0, MAX_PLACES).join(', ')}${more}.`];
}

/** Whether an event of this type is the action of an actor. */
export const isActorType = (type: string): boolean =>
  Object.values(EVENT_TYPES).some((actors) => actors === type);

const timeFindings = (path: string, seconds: number): readonly Finding[] =>
  Math.abs(seconds) <= MAX_TRACE_SECONDS
    ? []
    : [{ path, message: `${seconds} seconds since 1970 is not within the years 1684 to 2255.` }];

function eventFindings({ event_type, event_time, action }: CompletedEvent, path: string): readonly Finding[] {
  const times = timeFindings(`${path}.event_time`, event_time);
  if (!isActorType(event_type)) return times;
  if (action === null || action === undefined)
    return [...times, { path: `${path}.action`, message: 'An object is missing.' }];
  // ARE reads a call of no app as a check.
  if (action.app === null) return times;

  return [...times, ...namelessFindings(action, path), ...argumentFindings(action, path)];
}

type Called = CompletedEvent['action'];

/** Reports that the action of the event at `path` names no app or no function. */
export const namelessFindings = (action: Called, path: string): readonly Finding[] =>
  (['app', 'function'] as const)
    .filter((field) => (action?.[field] ?? '') === '')
    .map((field) => ({
      path: `${path}.action.${field}`,
      message: 'A name is missing.',
    }));

/** Reports that the event at `path` has an argument named `__proto__`, which is refused. */
export function argumentFindings(action: Called, path: string): readonly Finding[] {
  const at = action?.args.findIndex(({ name }) => name === '__proto__') ?? -1;
  return at < 0
    ? []
    : [{ path: `${path}.action.args[${at}].name`, message: 'No argument can be named __proto__.' }];
}

const id = z.string().min(1).max(1000);
/** A scenario id. It may be empty, because ARE writes no id for a scenario that is not registered. */
const scenarioId = z.string().max(1000);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const someNumber = z.preprocess(numberIn, z.number());
const number = z.preprocess(
  numberIn,
  z
    .number()
    .nullish()
    .transform((value) => value ?? null),
);

/** The number that ARE reads from `value`, a text or a boolean; other values are returned unchanged. */
export function numberIn(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return value;
  const digits = value.trim();
  const isNumber =
    /^[+-]?(?:[\d_]+\.?[\d_]*|\.[\d_]+)(?:e[+-]?\d+)?$/i.test(digits) && !/^_|__|_$/.test(digits);
  const read = isNumber ? Number(digits.replaceAll('_', '')) : NaN;
  return Number.isFinite(read) ? read : value;
}

const anyList = z.array(z.unknown()).nullish();

/** A list; null and a missing field count as empty. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

const action = z.lazy(() =>
  z.object({
    app: text,
    function: text,
    operation_type: text,
    args: listOf(z.object({ name: z.string().max(1000), value: text, value_type: text })),
  }),
);

const EVENT_TYPE_NAMES = ['AGENT', 'USER', 'ENV', 'CONDITION', 'VALIDATION', 'STOP'] as const;

/** Whether ARE has events of this type. */
export const isEventType = (type: unknown): boolean => EVENT_TYPE_NAMES.some((name) => name === type);

const plannedEvent = z.lazy(() =>
  z.object({
    class_name: text,
    // ARE looks at the type only when it runs the plan.
    event_type: z.string(),
    event_id: id,
    dependencies: listOf(z.string()),
    event_time: number,
    event_relative_time: number,
    // ARE leaves out what is not a text.
    event_time_comparator: z
      .unknown()
      .optional()
      .transform((value) => (typeof value === 'string' ? value : null)),
    action: action.nullish(),
  }),
);

const completedEvent = z.lazy(() =>
  z.object({
    event_type: z.enum(EVENT_TYPE_NAMES),
    event_time: someNumber,
    event_id: z.string().max(1000),
    action: action.nullish(),
    metadata: z
      .object({ return_value: text, return_value_type: text, exception: text, exception_stack_trace: text })
      .nullish(),
  }),
);

const placeholder = z.lazy(() =>
  z.object({
    parent_tool_name: z.string(),
    parent_turn_idx: z.preprocess(numberIn, z.int()),
    parent_event_id: z.string(),
  }),
);

/** ARE's "hf" format. Fields that are not read here are not checked. */
const trace = z.lazy(() =>
  z.object({
    version: z.literal('are_simulation_v1'),
    metadata: z.object({
      definition: z.object({
        scenario_id: scenarioId,
        seed: z.preprocess(numberIn, z.number().refine(Number.isInteger, 'a whole number').nullish()),
        start_time: number,
        duration: number,
        time_increment_in_seconds: number,
        hints: anyList,
        tags: anyList,
        hf_metadata: z.unknown().optional(),
      }),
      annotation: z.looseObject({}).nullish(),
      simulation: z.object({ agent_id: text, model_id: text }).nullish(),
      execution: z.object({ placeholders: listOf(placeholder) }).nullish(),
      runner_config: z.looseObject({}).nullish(),
    }),
    apps: listOf(
      z
        .object({
          name: id,
          class_name: text,
          app_state: z
            .unknown()
            .optional()
            .transform((state) => (state ?? null) as Json),
        })
        // ARE leaves out the class of an app that is named like it.
        .transform((app) => ({ ...app, class_name: app.class_name || app.name })),
    ),
    events: listOf(plannedEvent),
    completed_events: listOf(completedEvent).transform((events) =>
      events.map((event, index) =>
        event.event_id === '' ? { ...event, event_id: `unnamed-${index}` } : event,
      ),
    ),
    world_logs: anyList,
  }),
);

/** The content of a trace file. */
export type AreTrace = z.infer<typeof trace>;
export type CompletedEvent = AreTrace['completed_events'][number];
export type PlannedEvent = AreTrace['events'][number];

/** ARE's "lite" format: the messages of agents, without events. */
const liteShape = z.lazy(() =>
  z.object({
    scenario_id: scenarioId,
    per_agent_interaction_histories: z.record(
      z.string(),
      z.array(
        z.object({ role: z.string(), timestamp: z.number().min(-MAX_TRACE_SECONDS).max(MAX_TRACE_SECONDS) }),
      ),
    ),
  }),
);

/** The data of a file in the "lite" format. */
export interface LiteTrace {
  readonly scenario: string;
  readonly document: JsonObject;
  readonly start: SimTime;
  readonly now: SimTime;
}

/** Whether `document` is in ARE's "lite" format. A file that also has events is in the "hf" format. */
export const isLite = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  Object.hasOwn(document, 'per_agent_interaction_histories') &&
  !Object.hasOwn(document, 'events') &&
  !Object.hasOwn(document, 'completed_events');

/** Reads a file in the "lite" format. @throws {TraceError} when it is broken. */
export function readLite(document: JsonObject, file: string): LiteTrace {
  const read = checkShape(liteShape, document);
  if ('findings' in read) throw new TraceError(file, read.findings);
  const { scenario_id: id, per_agent_interaction_histories: histories } = read.data;
  const times = Object.values(histories).flatMap((messages) =>
    messages.map(({ timestamp }) => fromSeconds(timestamp)),
  );
  times.sort((one, other) => one - other);
  return {
    scenario: scenarioName(id, file),
    document,
    start: times[0] ?? fromSeconds(0),
    now: times.at(-1) ?? fromSeconds(0),
  };
}

/** ARE's event types of actions, by actor. */
export const EVENT_TYPES = { agent: 'AGENT', user: 'USER', environment: 'ENV' } as const;

/** ARE's names of time comparators, by Orrery's. */
export const COMPARATORS: Readonly<Record<TimeComparator, string>> = {
  'less-than': 'LESS_THAN',
  'greater-than': 'GREATER_THAN',
  equal: 'EQUAL',
};

const comparatorsByName = new Map(
  Object.entries(COMPARATORS).map(([comparator, text]) => [text, comparator as TimeComparator]),
);

/** The time comparator that ARE calls `text`; `undefined` when there is none. */
export const parseComparator = (text: string | null | undefined): TimeComparator | undefined =>
  comparatorsByName.get(text ?? '');

/** ARE's names of capability tags, such as `PromptInjection`, by Orrery's. */
const areTags: ReadonlyMap<string, string> = new Map(
  CAPABILITIES.map((tag) => [tag, tag.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())]),
);

const tagsByAreName: ReadonlyMap<string, string> = new Map(
  [...areTags].map(([ours, theirs]) => [theirs, ours]),
);

const hintKinds = { TASK_HINT: 'task', ENVIRONMENT_HINT: 'environment' } as const;

/** The hints in `metadata.definition.hints` of a trace, without the empty ones that ARE's editor writes. */
export const readHints = (written: readonly unknown[] | null | undefined): readonly Hint[] =>
  (written ?? []).flatMap((hint): readonly Hint[] => {
    if (!isJsonObject(hint as Json)) return [];
    const {
      hint_type: type,
      content: text,
      associated_event_id: event,
    } = hint as Readonly<Record<string, unknown>>;
    if (type !== 'TASK_HINT' && type !== 'ENVIRONMENT_HINT') return [];
    if (typeof text !== 'string' || text === '' || typeof event !== 'string' || event === '') return [];
    return [{ event: eventId(event), kind: hintKinds[type], text }];
  });

/** `hints` for `metadata.definition.hints` of a trace. */
export const writeHints = (hints: readonly Hint[]): Json =>
  hints.map(({ event, kind, text }) => ({
    hint_type: kind === 'task' ? 'TASK_HINT' : 'ENVIRONMENT_HINT',
    content: text,
    associated_event_id: event,
  }));

/** The tags in `metadata.definition.tags` of a trace, each once. */
export const readTags = (written: readonly unknown[] | null | undefined): readonly string[] => [
  ...new Set(
    (written ?? []).flatMap((tag) =>
      typeof tag === 'string' && tag.trim() !== '' ? [tagsByAreName.get(tag) ?? tag] : [],
    ),
  ),
];

/** ARE's names of the `tags` that it knows. A single unknown tag would make ARE set none. */
export const writeTags = (tags: readonly string[]): readonly string[] =>
  tags.flatMap((tag) => areTags.get(tag) ?? []);

/** The id of a condition without the check number that ARE appends: `arrived` for `arrived-CHECK_6`. */
export const withoutCheckNumber = (id: string): string => id.replace(/-CHECK_\d+$/, '') || id;

/** The number of earlier checks: 6 for `arrived-CHECK_6`. */
export function earlierChecks(id: string): number | undefined {
  const checks = Number(/-CHECK_(\d+)$/.exec(id)?.[1]);
  return Number.isSafeInteger(checks) ? checks : undefined;
}

/** The turn that one of ARE's own conditions begins: 2 for `wrapped_condition__turn_idx_2__scenario_id_…`. */
export function turnOfCondition(tool: string): number | undefined {
  const turn = /^wrapped_condition__turn_idx_(\d+)__/.exec(tool)?.[1];
  return turn === undefined ? undefined : Number(turn);
}
