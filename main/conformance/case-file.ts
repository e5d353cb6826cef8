import { z } from 'zod';
import { classNames } from '../../engine/index.ts';
import { predicate } from './predicate-schema.ts';

const json = z.json();
const values = z.record(z.string(), json);
const key = z.string().min(1);
const keys = z.array(key);
const ticks = z.int().min(0);

/** A field that may be left out, or null, which says the same. */
const given = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** One operation of a tool's body. Its values are JSON in which `{"$arg": …}` and its kin are evaluated. */
const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), key, value: json }),
  z.strictObject({ op: z.literal('append'), key, value: json }),
  z.strictObject({ op: z.literal('inc'), key, by: json.default(1) }),
  z.strictObject({ op: z.literal('raise'), error: key.default('ValueError'), message: json }),
  z.strictObject({ op: z.literal('raise_if_eq'), left: json, right: json, message: json }),
  z.strictObject({
    op: z.literal('call'),
    app: key,
    tool: key,
    args: values.default({}),
    save: key.optional(),
    catch: z.boolean().optional(),
  }),
  z.strictObject({ op: z.literal('return'), value: json }),
]);

const tool = z.strictObject({
  name: key,
  role: z.enum(['app', 'env', 'user', 'data']),
  operation: z.enum(['read', 'write']).default('read'),
  event_type: z.enum(['AGENT', 'USER', 'ENV']).default('AGENT'),
  params: z
    .array(z.strictObject({ name: key, type: key.default('any'), default: json.optional() }))
    .default([]),
  body: z.array(operation).default([]),
});

const app = z.union([
  z.strictObject({ name: key, builtin: z.enum(classNames), state: json.optional() }),
  z.strictObject({ name: key, class: key.optional(), state: values.default({}), tools: z.array(tool) }),
]);

const placed = {
  id: key,
  event_id: given(key),
  after: given(keys),
  delay: given(z.number()),
  at: given(z.number()),
  delayed: given(z.number()),
};

const action = {
  ...placed,
  app: key,
  tool: key,
  args: values.default({}),
  type: z.enum(['ENV', 'USER', 'AGENT']).default('ENV'),
  build: z.enum(['capture', 'from_function']).default('capture'),
};

const event = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('event'), ...action }),
  z.strictObject({
    kind: z.literal('oracle'),
    ...action,
    comparator: z.enum(['LESS_THAN', 'GREATER_THAN', 'EQUAL']).nullish(),
    oracle_type: key.optional(),
    oracle_after_wiring: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('condition'),
    ...placed,
    when: predicate,
    every: z.int().min(1).default(1),
    timeout: ticks.nullish(),
    depends_every: z.int().min(1).optional(),
    depends_timeout: ticks.nullish(),
  }),
  z.strictObject({
    kind: z.literal('validation'),
    ...placed,
    milestones: z.array(predicate).default([]),
    minefields: z.array(predicate).default([]),
    every: z.int().min(1).default(1),
    timeout: ticks.nullable().default(1),
    depends_timeout: ticks.nullish(),
  }),
  z.strictObject({
    kind: z.literal('agent_validation'),
    ...placed,
    milestones: z.array(predicate).default([]),
    minefields: z.array(predicate).default([]),
    timeout: ticks.nullish(),
  }),
  z.strictObject({ kind: z.literal('stop'), ...placed }),
]);

const eventOrDefault = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && !('kind' in value) ? { kind: 'event', ...value } : value,
  event,
);

const wiring = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('depends_on'),
    event: key,
    on: keys.nullish(),
    delay: z.number().default(0),
  }),
  z.strictObject({
    op: z.literal('followed_by'),
    event: key,
    events: z.union([key.transform((one) => [one]), keys]),
    delays: z.union([z.number(), z.array(z.number())]).default(0),
  }),
  z.strictObject({ op: z.literal('delayed'), event: key, seconds: z.number() }),
]);

const config = z.strictObject({
  loop: given(z.enum(['queue', 'time', 'script'])),
  duration: z.number().nullish(),
  start_time: z.number().nullish(),
  time_increment: z.number().positive().default(1),
  oracle_mode: given(z.boolean()),
  exit_when_no_events: z.boolean().default(false),
  verbosity: given(z.enum(['LOW', 'MEDIUM', 'HIGH'])),
});

/** A step of a script: which fields it has depends on what it does, and is checked where it is done. */
const step = z.looseObject({ do: key.optional() });

/** One case, as its file holds it. */
export const caseFile = z.strictObject({
  schema: z.literal(1),
  name: key,
  what: given(z.string()),
  note: given(z.string()),
  quirk: z.boolean().default(false),
  kind: z.enum(['run', 'rerun', 'turns', 'time', 'builder', 'parse']).default('run'),
  config: config.prefault({}),
  apps: z.array(app).default([]),
  events: z.array(eventOrDefault).default([]),
  wiring: z.array(wiring).default([]),
  schedule: given(keys),
  script: z.array(step).default([]),
  build: z.array(step).default([]),
  agent: z.array(step).default([]),
  expected: z.record(z.string(), json),
});

export type Case = z.output<typeof caseFile>;
export type CaseApp = Case['apps'][number];
export type CaseTool = z.output<typeof tool>;
export type CaseEvent = Case['events'][number];
export type Operation = z.output<typeof operation>;
export type Step = z.output<typeof step>;
