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
import { COMPARATORS, EVENT_TYPES } from './trace-format.ts';
import { writeValue } from './trace-values.ts';

/** Writes an entry as a completed event of a trace file; `undefined` for entries that cannot be written as an event. */
export function writeCompletedEvent(entry: LogEntry, find: FindTool): JsonObject | undefined {
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
    case 'wait':
      return undefined;
  }
}

function completedAction(entry: ActionEntry, find: FindTool): JsonObject | undefined {
  const { action, outcome, event, kind, quiet } = entry;
  const declared = find(action);
  const effect = declared === undefined ? action.effect : recordedEffect(declared);
  const isRecorded = outcome.status !== 'skipped' && quiet !== true && effect !== 'none';
  if (!isRecorded || manualStateChangeOf(entry) !== undefined) return undefined;
  const { app, tool, args, resolved = args } = action;
  return completed(entry, event, EVENT_TYPES[kind], {
    action_id: `${app}.${tool}-${event}`,
    app,
    function: tool,
    operation_type: effect === 'write' ? 'WRITE' : 'READ',
    args: Object.keys(args).map((name) => {
      const { value, type } = writeValue(resolved[name] ?? null, declared?.args[name]?.type);
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
  metadata: eventMetadata(outcome),
});

function eventMetadata(outcome: Outcome): JsonObject {
  const { value, type } = writeValue(outcome.status === 'done' ? outcome.value : null);
  const error = outcome.status === 'failed' ? outcome.error : undefined;
  return {
    return_value: value,
    return_value_type: type,
    exception: error?.message ?? null,
    exception_stack_trace: error === undefined ? null : stackWithClass(error),
  };
}

/** A stack trace that ends with the class of the error, because trace files have no other field for the class. */
function stackWithClass({ type, message, stack }: Failure): string {
  const last = `${type}: ${message}`;
  return stack === undefined ? last : stack.trimEnd().endsWith(last) ? stack : `${stack}\n${last}`;
}

/**
 * Whether an event of a plan can be written as a planned event of a trace file. The format has no validations, and treats every
 * planned call of the agent as the oracle's. Calls of a script are therefore written as completed events only.
 */
export const canBeWritten = ({ kind, oracle }: EventOutline): boolean =>
  kind !== 'validation' && kind !== 'agent-validation' && (kind !== 'agent' || oracle === true);

/** Writes the events of a plan as planned events of a trace file, without those that cannot be written. */
export function writePlannedEvents(events: readonly EventOutline[], find: FindTool): readonly JsonObject[] {
  const written = events.filter(canBeWritten);
  const conditions = new Set(written.filter(({ kind }) => kind === 'condition').map(({ id }) => id));
  const writeId = (id: EventId): string => (conditions.has(id) ? checkName(id, 0) : id);
  return written.flatMap((event) => {
    const common = { event_id: writeId(event.id), ...writeTiming(event.timing, writeId) };
    switch (event.kind) {
      case 'agent':
      case 'user':
      case 'environment':
        return [{ ...common, ...plannedAction(event.kind, event, find) }];
      case 'condition': {
        const { name = null } = event;
        const action = { action_id: '', app: null, function: name, operation_type: null, args: null };
        return [{ class_name: 'ConditionCheckEvent', event_type: 'CONDITION', ...common, action }];
      }
      case 'stop':
        return [{ class_name: 'StopEvent', event_type: 'STOP', ...common, action: null }];
      case 'validation':
      case 'agent-validation':
        return [];
    }
  });
}

/** Writes the timing of an event. ARE's events have one delay for all dependencies, so the longest of Orrery's delays is written. */
function writeTiming(timing: Timing, writeId: (id: EventId) => string): JsonObject {
  switch (timing.kind) {
    case 'from-start':
      return { event_time: null, dependencies: [], event_relative_time: toSeconds(timing.delay) };
    case 'after': {
      const delay = timing.edges.reduce((longest, { delay }) => Math.max(longest, toSeconds(delay)), 0);
      const dependencies = timing.edges.map(({ event }) => writeId(event));
      return { event_time: null, dependencies, event_relative_time: delay };
    }
    case 'at':
      return {
        event_time: toSeconds(timing.time),
        dependencies: timing.after.map(writeId),
        event_relative_time: null,
      };
  }
}

function plannedAction(kind: Actor, event: EventOutline, find: FindTool): JsonObject {
  const { oracle = false, comparator } = event;
  const action = event.action!; // Events of agents, users and the environment have one.
  const { app, tool, args } = action;
  const declared = find(action);
  const effect = declared === undefined ? 'read' : recordedEffect(declared);
  const texts = Object.entries(args).map(([name, given]) => {
    const declaredType = declared?.args[name]?.type;
    const { value, type } = writeValue(withPlaceholder(given), declaredType);
    return { name, value, value_type: oracle ? (declaredType ?? type) : type };
  });
  return {
    class_name: oracle ? 'OracleEvent' : 'Event',
    event_type: EVENT_TYPES[kind],
    action: {
      action_id: oracle ? '' : `${app}.${tool}-${event.id}`,
      app,
      function: tool,
      operation_type: oracle ? null : effect === 'write' ? 'WRITE' : 'READ',
      args: texts,
    },
    ...(oracle ? { event_time_comparator: comparator === undefined ? null : COMPARATORS[comparator] } : {}),
  };
}

/** `{{id.key}}` for a reference. ARE cannot write a reference inside another value. */
function withPlaceholder(value: Json): Json {
  const reference = parseReference(value);
  return reference === undefined ? value : `{{${[reference.id, ...reference.path].join('.')}}}`;
}
