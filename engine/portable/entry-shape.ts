import * as z from 'zod';
import type { Action } from '../model/action.ts';
import type {
  ActionEntry,
  AgentValidationEntry,
  ConditionEntry,
  NestedCall,
  RecordedAction,
  StopEntry,
  ValidationEntry,
  Watched,
} from '../model/log-entry.ts';
import type { Failure } from '../model/outcome.ts';
import { count, fieldsOf, json, name, object, path, texts, whole } from './values.ts';

const failure = fieldsOf<Failure>()({ type: z.string(), message: z.string(), stack: z.string().optional() });

const outcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('done'), value: json }),
  z.strictObject({ status: z.literal('failed'), error: failure }),
  z.strictObject({ status: z.literal('skipped'), reason: z.string() }),
]);

const change = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), app: name, path, value: json }),
  z.strictObject({ op: z.literal('delete'), app: name, path }),
  z.strictObject({
    op: z.literal('splice'),
    app: name,
    path,
    at: count,
    remove: count,
    insert: z.array(json),
  }),
]);

const called = { app: name, tool: name, args: object };

export const action = fieldsOf<Action>()(called);
export const actor = z.enum(['agent', 'user', 'environment']);

const recordedAction = fieldsOf<RecordedAction>()({
  ...called,
  resolved: object.optional(),
  effect: z.enum(['read', 'write']),
});

const calls = z.lazy((): z.ZodType => z.array(nestedCall));
const nestedCall = fieldsOf<NestedCall>()({
  actor,
  action: recordedAction,
  outcome,
  calls,
  refused: z.literal(true).optional(),
});

const watched = fieldsOf<Watched>()({
  validation: name,
  verdict: z.enum(['watching', 'passed', 'failed']),
  achieved: texts,
  open: texts,
  tripped: texts,
  late: z.boolean(),
  error: failure.optional(),
});

const logged = {
  index: count,
  time: whole,
  due: whole,
  event: name,
  causes: z.array(count),
  outcome,
  changes: z.array(change),
};

/** An entry of a log, as portable files have it. */
export const entry = z.discriminatedUnion('kind', [
  fieldsOf<ActionEntry>()({
    ...logged,
    kind: actor,
    oracle: z.boolean(),
    action: recordedAction,
    calls,
    direct: z.literal(true).optional(),
    quiet: z.literal(true).optional(),
    refused: z.literal(true).optional(),
    waited: z.enum(['told', 'timed-out']).optional(),
    watched: z.array(watched).optional(),
  }),
  fieldsOf<ConditionEntry>()({
    ...logged,
    kind: z.literal('condition'),
    name: z.string(),
    attempt: count,
    verdict: z.enum(['held', 'waiting', 'timed-out', 'broken']),
  }),
  fieldsOf<ValidationEntry>()({
    ...logged,
    kind: z.literal('validation'),
    attempt: count,
    verdict: z.enum(['passed', 'waiting', 'failed']),
    achieved: texts,
    open: texts,
    tripped: texts,
  }),
  fieldsOf<AgentValidationEntry>()({
    ...logged,
    kind: z.literal('agent-validation'),
    milestones: texts,
    minefields: texts,
    timeout: count.optional(),
  }),
  fieldsOf<StopEntry>()({ ...logged, kind: z.literal('stop') }),
]);
