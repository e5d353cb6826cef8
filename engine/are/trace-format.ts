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
  readPythonJson,
  type SimTime,
  type TimeComparator,
  TraceError,
} from '../model/index.ts';

const id = z.string().min(1).max(1000);
/** The field does not ask for one: scenarios that are not registered have none. */
const scenarioId = z.string().max(1000);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null);

const things = z.array(z.unknown()).nullish();

/** A field that is null or missing is an empty list. */
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

const eventType = z.enum(['AGENT', 'USER', 'ENV', 'CONDITION', 'VALIDATION', 'STOP']);

const plannedEvent = z.lazy(() =>
  z.object({
    class_name: text,
    event_type: eventType,
    event_id: id,
    dependencies: listOf(z.string()),
    event_time: number,
    event_relative_time: number,
    event_time_comparator: text,
    action: action.nullish(),
  }),
);

const completedEvent = z.lazy(() =>
  z.object({
    event_type: eventType,
    event_time: z.number(),
    event_id: id,
    action: action.nullish(),
    metadata: z
      .object({ return_value: text, return_value_type: text, exception: text, exception_stack_trace: text })
      .nullish(),
  }),
);

const placeholder = z.lazy(() =>
  z.object({
    parent_tool_name: z.string(),
    parent_turn_idx: z.int(),
    parent_event_id: z.string(),
  }),
);

/** The shape of the files ARE exports in its "hf" format; what is not read here is not checked. */
const trace = z.lazy(() =>
  z.object({
    version: z.literal('are_simulation_v1'),
    metadata: z.object({
      definition: z.object({
        scenario_id: scenarioId,
        seed: z.number().refine(Number.isInteger, 'a whole number').nullish(),
        start_time: number,
        duration: number,
        time_increment_in_seconds: number,
        hints: things,
        tags: things,
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
        // Most apps go by the name of their class.
        .transform((app) => ({ ...app, class_name: app.class_name || app.name })),
    ),
    events: listOf(plannedEvent),
    completed_events: listOf(completedEvent),
    world_logs: things,
  }),
);

/** A trace as its file has it. */
export type AreTrace = z.infer<typeof trace>;

/** What a scenario is called that a file says is called `id`: by the file where it has no name. */
export const scenarioNamed = (id: string, file: string): string =>
  id.trim() === '' ? file.replace(/\.json$/i, '') : id;

/** The seed of `trace`; 0 where it has none, or one too large to be exact. */
export function seedOf({ metadata }: AreTrace): number {
  const { seed } = metadata.definition;
  return Number.isSafeInteger(seed) ? seed! : 0;
}

export type CompletedEvent = AreTrace['completed_events'][number];
export type PlannedEvent = AreTrace['events'][number];

/** `value` as a trace, or all that keeps it from being one. */
export function traceIn(
  value: Json,
): { readonly trace: AreTrace } | { readonly findings: readonly Finding[] } {
  const shaped = checkShape(trace, value);
  return 'findings' in shaped ? shaped : { trace: shaped.data };
}

/** Seconds. Beyond them, whole microseconds are not exact any more: the years 1684 to 2255. */
export const FURTHEST = 9_000_000_000;

/** What the shape of a trace does not tell: times that clocks have, actions that say what they call, names that are one's own. */
function findingsIn({ metadata, apps, completed_events }: AreTrace): readonly Finding[] {
  const { start_time } = metadata.definition;
  return [
    ...(start_time === null ? [] : timeFindings('metadata.definition.start_time', start_time)),
    ...nameFindings(apps.map(({ name }) => name)),
    ...completed_events.flatMap((event, at) => eventFindings(event, `completed_events[${at}]`)),
  ];
}

const timeFindings = (path: string, seconds: number): readonly Finding[] =>
  Math.abs(seconds) <= FURTHEST
    ? []
    : [{ path, message: `${seconds} seconds since 1970 is not within the years 1684 to 2255.` }];

function nameFindings(names: readonly string[]): readonly Finding[] {
  const first = new Map(names.map((name, at) => [name, at] as const).reverse());
  return names.flatMap((name, at) =>
    first.get(name) === at
      ? []
      : [{ path: `apps[${at}].name`, message: `Another app is named ${describeValue(name)}, too.` }],
  );
}

function eventFindings({ event_type, event_time, action }: CompletedEvent, path: string): readonly Finding[] {
  const times = timeFindings(`${path}.event_time`, event_time);
  if (event_type === 'CONDITION' || event_type === 'VALIDATION' || event_type === 'STOP') return times;
  if (action === null || action === undefined)
    return [...times, { path: `${path}.action`, message: 'An object is missing.' }];

  return [...times, ...namelessFindings(action, path), ...argumentFindings(action, path)];
}

type Called = CompletedEvent['action'];

/** What keeps it from being known which tool the event at `path` calls. */
export const namelessFindings = (action: Called, path: string): readonly Finding[] =>
  (['app', 'function'] as const)
    .filter((field) => (action?.[field] ?? '') === '')
    .map((field) => ({
      path: `${path}.action.${field}`,
      message: 'A name is missing.',
    }));

/** The argument that no object can have. */
export function argumentFindings(action: Called, path: string): readonly Finding[] {
  const at = action?.args.findIndex(({ name }) => name === '__proto__') ?? -1;
  return at < 0
    ? []
    : [{ path: `${path}.action.args[${at}].name`, message: 'No argument can be named __proto__.' }];
}

/** The shape of the files ARE exports in its "lite" format: what agents were given and answered, and no events. */
const lite = z.lazy(() =>
  z.object({
    scenario_id: scenarioId,
    per_agent_interaction_histories: z.record(
      z.string(),
      z.array(z.object({ role: z.string(), timestamp: z.number().min(-FURTHEST).max(FURTHEST) })),
    ),
  }),
);

/** What a file of the "lite" format says of its run. */
export interface LiteTrace {
  readonly scenario: string;
  readonly document: JsonObject;
  readonly start: SimTime;
  readonly now: SimTime;
}

/** A file that has events, too, is read for them. */
export const isLite = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  Object.hasOwn(document, 'per_agent_interaction_histories') &&
  !Object.hasOwn(document, 'events') &&
  !Object.hasOwn(document, 'completed_events');

/** @throws {TraceError} when `document` is none of the "lite" format. */
export function liteTrace(document: JsonObject, file: string): LiteTrace {
  const read = checkShape(lite, document);
  if ('findings' in read) throw new TraceError(file, read.findings);
  const { scenario_id: id, per_agent_interaction_histories: histories } = read.data;
  const times = Object.values(histories).flatMap((messages) =>
    messages.map(({ timestamp }) => fromSeconds(timestamp)),
  );
  times.sort((one, other) => one - other);
  return {
    scenario: scenarioNamed(id, file),
    document,
    start: times[0] ?? fromSeconds(0),
    now: times.at(-1) ?? fromSeconds(0),
  };
}

/** All of `text` as it is, and what of it was lost. @throws {TraceError} when it is no JSON, or none that is taken. */
export function documentIn(
  text: string,
  file: string,
): { readonly document: Json; readonly notes: readonly string[] } {
  const read = readPythonJson(text);
  if ('findings' in read) throw new TraceError(file, read.findings);
  return { document: read.value, notes: read.notes };
}

/** The trace that `document` is. @throws {TraceError} when it is none. */
export function traceOf(document: Json, file: string): AreTrace {
  const other = otherFormat(document);
  if (other !== undefined) throw new TraceError(file, [other]);
  const shape = traceIn(document);
  if ('findings' in shape) throw new TraceError(file, shape.findings);
  const findings = findingsIn(shape.trace);
  if (findings.length > 0) throw new TraceError(file, findings);
  return shape.trace;
}

/** Both at once. @throws {TraceError} when `text` holds no trace. */
export function parseTrace(
  text: string,
  file: string,
): { readonly trace: AreTrace; readonly document: Json; readonly notes: readonly string[] } {
  const { document, notes } = documentIn(text, file);
  return { trace: traceOf(document, file), document, notes };
}

/** ARE writes other files beside its traces, and people will try them. */
function otherFormat(value: Json): Finding | undefined {
  const has = (key: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const needed = 'ARE\'s "hf" format is needed, with metadata, apps and events.';
  if (isLite(value))
    return { path: '', message: `This is ARE's "lite" format, which has no events. ${needed}` };
  if (has('event_log') && has('event_queue'))
    return { path: '', message: `This is a dump of ARE's state. ${needed}` };
  return undefined;
}

/** The field's words for who acts. */
export const eventTypes = { agent: 'AGENT', user: 'USER', environment: 'ENV' } as const;

/** How an oracle's action should lie to its time, in the field's words. */
export const comparatorTexts: Readonly<Record<TimeComparator, string>> = {
  'less-than': 'LESS_THAN',
  'greater-than': 'GREATER_THAN',
  equal: 'EQUAL',
};

const comparators = new Map(
  Object.entries(comparatorTexts).map(([comparator, text]) => [text, comparator as TimeComparator]),
);

/** What the field's word `text` stands for; nothing where it is none of those. */
export const comparatorOf = (text: string | null | undefined): TimeComparator | undefined =>
  comparators.get(text ?? '');

/** ARE's names of the capabilities, such as `PromptInjection`, by ours. */
const ARE_NAMES: ReadonlyMap<string, string> = new Map(
  CAPABILITIES.map((tag) => [tag, tag.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())]),
);

const OUR_NAMES: ReadonlyMap<string, string> = new Map(
  [...ARE_NAMES].map(([ours, theirs]) => [theirs, ours]),
);

const KINDS = { TASK_HINT: 'task', ENVIRONMENT_HINT: 'environment' } as const;

/** The hints in `metadata.definition.hints` of a trace. The editor of ARE makes empty ones, which say nothing. */
export const hintsFrom = (written: readonly unknown[] | null | undefined): readonly Hint[] =>
  (written ?? []).flatMap((hint): readonly Hint[] => {
    if (!isJsonObject(hint as Json)) return [];
    const {
      hint_type: type,
      content: text,
      associated_event_id: event,
    } = hint as Readonly<Record<string, unknown>>;
    if (type !== 'TASK_HINT' && type !== 'ENVIRONMENT_HINT') return [];
    if (typeof text !== 'string' || text === '' || typeof event !== 'string' || event === '') return [];
    return [{ event: eventId(event), kind: KINDS[type], text }];
  });

/** `hints` as ARE writes them. */
export const hintsToAre = (hints: readonly Hint[]): Json =>
  hints.map(({ event, kind, text }) => ({
    hint_type: kind === 'task' ? 'TASK_HINT' : 'ENVIRONMENT_HINT',
    content: text,
    associated_event_id: event,
  }));

/** The tags in `metadata.definition.tags` of a trace, each once. */
export const tagsFrom = (written: readonly unknown[] | null | undefined): readonly string[] => [
  ...new Set(
    (written ?? []).flatMap((tag) =>
      typeof tag === 'string' && tag.trim() !== '' ? [OUR_NAMES.get(tag) ?? tag] : [],
    ),
  ),
];

/** The tags that ARE knows, by its names. It sets no tag at all when one of them is unknown to it. */
export const tagsToAre = (tags: readonly string[]): readonly string[] =>
  tags.flatMap((tag) => ARE_NAMES.get(tag) ?? []);

/** `arrived` of `arrived-CHECK_6`: the field numbers the checks of a condition in its id. */
export const withoutCheck = (id: string): string => id.replace(/-CHECK_\d+$/, '') || id;

/** How many checks came before the one that `id` names. */
export function checksBefore(id: string): number | undefined {
  const checks = Number(/-CHECK_(\d+)$/.exec(id)?.[1]);
  return Number.isSafeInteger(checks) ? checks : undefined;
}
