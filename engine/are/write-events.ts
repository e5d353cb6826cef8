import {
  type ActionEntry,
  type Actor,
  checkName,
  type ConditionEntry,
  type EventId,
  type EventOutline,
  type Failure,
  type Json,
  type JsonObject,
  type LogEntry,
  manualStateChangeOf,
  type Outcome,
  parseReference,
  type Timing,
  toSeconds,
} from '../model/index.ts';
import { type FindTool, recordedEffect } from './trace-apps.ts';
import { comparatorTexts, eventTypes } from './trace-format.ts';
import { textOf } from './trace-values.ts';

/** `entry` as the field writes a completed event; `undefined` for what its files have no event for. */
export function completedEvent(entry: LogEntry, find: FindTool): JsonObject | undefined {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return completedAction(entry, find);
    case 'condition':
      return completedCheck(entry);
    case 'validation':
    case 'agent-validation':
    case 'stop':
      return undefined;
  }
}

function completedAction(entry: ActionEntry, find: FindTool): JsonObject | undefined {
  const { action, outcome, event, kind, quiet } = entry;
  const declared = find(action);
  const operation = declared === undefined ? action.effect : recordedEffect(declared);
  const recorded = outcome.status !== 'skipped' && quiet !== true && operation !== 'none';
  if (!recorded || manualStateChangeOf(entry) !== undefined) return undefined;
  const { app, tool, args, resolved = args } = action;
  return completed(entry, event, eventTypes[kind], {
    action_id: `${app}.${tool}-${event}`,
    app,
    function: tool,
    operation_type: operation === 'write' ? 'WRITE' : 'READ',
    args: Object.keys(args).map((name) => {
      const { value, type } = textOf(resolved[name] ?? null);
      return { name, value, value_type: type };
    }),
  });
}

function completedCheck(entry: ConditionEntry): JsonObject {
  const id = checkName(entry.event, entry.attempt - 1);
  return completed(entry, id, 'CONDITION', {
    action_id: `${entry.name}-${id}`,
    app: null,
    function: entry.name,
    operation_type: null,
    args: null,
  });
}

const completed = (
  { time, outcome }: LogEntry,
  event_id: string,
  event_type: string,
  action: JsonObject,
): JsonObject => ({
  class_name: 'CompletedEvent',
  event_type,
  event_time: toSeconds(time),
  event_id,
  dependencies: [],
  event_relative_time: null,
  action,
  metadata: metadataOf(outcome),
});

function metadataOf(outcome: Outcome): JsonObject {
  const { value, type } = textOf(outcome.status === 'done' ? outcome.value : null);
  const error = outcome.status === 'failed' ? outcome.error : undefined;
  return {
    return_value: value,
    return_value_type: type,
    exception: error?.message ?? null,
    exception_stack_trace: error === undefined ? null : stackOf(error),
  };
}

/** The class of an error stands in the last line of a stack trace, and nowhere else. */
function stackOf({ type, message, stack }: Failure): string {
  const last = `${type}: ${message}`;
  return stack === undefined ? last : stack.trimEnd().endsWith(last) ? stack : `${stack}\n${last}`;
}

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
