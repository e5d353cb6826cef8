import {
  type ActionEntry,
  checkName,
  type ConditionEntry,
  type Failure,
  type JsonObject,
  type LogEntry,
  type Outcome,
  manualStateChangeOf,
  toSeconds,
} from '../model/index.ts';
import { type FindTool, recordedEffect } from './tools.ts';
import { textOf } from './values.ts';

/** The field's words for who acts. */
export const eventTypes = { agent: 'AGENT', user: 'USER', environment: 'ENV' } as const;

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
