import { checkName } from '../kernel/polling.ts';
import { referenceIn } from '../kernel/results.ts';
import type { Actor, Timing } from '../model/event.ts';
import type { EventOutline } from '../model/event-outline.ts';
import type { EventId } from '../model/ids.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { toSeconds } from '../model/time.ts';
import { eventTypes } from './completed-event.ts';
import { recordedEffect, type FindTool } from './find-tool.ts';
import { comparatorTexts } from './time-comparators.ts';
import { textOf } from './value-text.ts';

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
  const reference = referenceIn(value);
  return reference === undefined ? value : `{{${[reference.id, ...reference.path].join('.')}}}`;
}
