import {
  type Actor,
  appName,
  CAPABILITIES,
  checkName,
  type EventId,
  eventId,
  type EventOutline,
  fromSeconds,
  type Hint,
  isJsonObject,
  type Json,
  type JsonObject,
  parseReference,
  seconds,
  type TimeComparator,
  type Timing,
  toSeconds,
} from '../model/index.ts';
import { eventTypes } from './completed-events.ts';
import { FURTHEST, namelessFindings, type PlannedEvent, traceIn } from './format.ts';
import { type FindTool, recordedEffect } from './tools.ts';
import { argumentOf, textOf, withoutCheck } from './values.ts';

/** The events of a scenario as the field writes them. It has no form for validations: they are left out. */
export function plannedEvents(events: readonly EventOutline[], find: FindTool): readonly JsonObject[] {
  const conditions = new Set(events.filter(({ kind }) => kind === 'condition').map(({ id }) => id));
  const named = (id: EventId): string => (conditions.has(id) ? checkName(id, 0) : id);
  return events.flatMap((event) => {
    const placed = { event_id: named(event.id), ...timeOf(event.timing, named) };
    switch (event.kind) {
      case 'agent':
      case 'user':
      case 'environment':
        return [{ ...placed, ...plannedAction(event.kind, event, find) }];
      case 'condition': {
        const { name = null } = event;
        const action = { action_id: '', app: null, function: name, operation_type: null, args: null };
        return [{ class_name: 'ConditionCheckEvent', event_type: 'CONDITION', ...placed, action }];
      }
      case 'stop':
        return [{ class_name: 'StopEvent', event_type: 'STOP', ...placed, action: null }];
      case 'validation':
      case 'agent-validation':
        return [];
    }
  });
}

/** The field's events wait equally long after all that they wait for: the longest of our delays is written. */
function timeOf(timing: Timing, named: (id: EventId) => string): JsonObject {
  switch (timing.kind) {
    case 'from-start':
      return { event_time: null, dependencies: [], event_relative_time: toSeconds(timing.delay) };
    case 'after': {
      const delay = timing.edges.reduce((longest, { delay }) => Math.max(longest, toSeconds(delay)), 0);
      const dependencies = timing.edges.map(({ event }) => named(event));
      return { event_time: null, dependencies, event_relative_time: delay };
    }
    case 'at':
      return {
        event_time: toSeconds(timing.time),
        dependencies: timing.after.map(named),
        event_relative_time: null,
      };
  }
}

function plannedAction(kind: Actor, event: EventOutline, find: FindTool): JsonObject {
  const { oracle = false, comparator } = event;
  const action = event.action!; // Whoever acts does something.
  const { app, tool, args } = action;
  const declared = find(action);
  const operation = declared === undefined ? 'read' : recordedEffect(declared);
  const texts = Object.entries(args).map(([name, given]) => {
    const { value, type } = textOf(placeholderOf(given));
    return { name, value, value_type: oracle ? (declared?.args[name]?.type ?? type) : type };
  });
  return {
    class_name: oracle ? 'OracleEvent' : 'Event',
    event_type: eventTypes[kind],
    action: {
      action_id: oracle ? '' : `${app}.${tool}-${event.id}`,
      app,
      function: tool,
      operation_type: oracle ? null : operation === 'write' ? 'WRITE' : 'READ',
      args: texts,
    },
    ...(oracle
      ? { event_time_comparator: comparator === undefined ? null : comparatorTexts[comparator] }
      : {}),
  };
}

/** `{{id.key}}` of a result that is a whole argument. The field has no form for one within a value. */
function placeholderOf(value: Json): Json {
  const reference = parseReference(value);
  return reference === undefined ? value : `{{${[reference.id, ...reference.path].join('.')}}}`;
}

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

/** How an oracle's action should lie to its time, in the field's words. */
const comparatorTexts: Readonly<Record<TimeComparator, string>> = {
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
