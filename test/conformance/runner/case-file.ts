import * as z from 'zod';
import { classNames } from '../../../engine/index.ts';
import { checkShape, findingsText } from '../../../engine/model/index.ts';
import type { Json } from '../../../engine/model/values/json.ts';

type LeftOut<Schema extends z.ZodType, Value> = z.ZodPipe<
  z.ZodOptional<z.ZodNullable<Schema>>,
  z.ZodTransform<Value, z.output<Schema> | null | undefined>
>;

/** An optional field. Null means the same as leaving it out. */
export const given = <Schema extends z.ZodType>(
  schema: Schema,
): LeftOut<Schema, z.output<Schema> | undefined> => schema.nullish().transform((value) => value ?? undefined);

/** An optional field with a default. */
export const or = <Schema extends z.ZodType>(
  schema: Schema,
  fallback: z.output<Schema>,
): LeftOut<Schema, z.output<Schema>> => schema.nullish().transform((value) => value ?? fallback);

/** Parses `value`. @throws {TypeError} that names the first places where it does not fit `shape`. */
export function shaped<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const read = checkShape(shape, value as Json);
  if ('findings' in read) throw new TypeError(findingsText(read.findings));
  return read.data;
}

const json = z.json();
const name = given(z.string());

/** A condition, milestone or minefield of a case. */
export type Predicate = { readonly name?: string | undefined } & (
  | { readonly state: readonly [string, string, Comparison, z.core.util.JSONType] }
  | { readonly time_ge: number }
  | { readonly log_has: string }
  | { readonly log_count_ge: readonly [string, number] }
  | { readonly event: readonly [string, string, Record<string, z.core.util.JSONType>] }
  | { readonly not: Predicate }
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly value: boolean }
  | { readonly raise: string }
);

const comparison = z.enum(['eq', 'ge', 'gt', 'lt', 'contains', 'len_ge']);
export type Comparison = z.output<typeof comparison>;

const predicate: z.ZodType<Predicate> = z.lazy(() =>
  z.union(
    [
      z.strictObject({ name, state: z.tuple([z.string(), z.string(), comparison, json]) }),
      z.strictObject({ name, time_ge: z.number() }),
      z.strictObject({ name, log_has: z.string() }),
      z.strictObject({ name, log_count_ge: z.tuple([z.string(), z.number()]) }),
      z.strictObject({
        name,
        event: z
          .union([
            z.tuple([z.string(), z.string()]),
            z.tuple([z.string(), z.string(), z.record(z.string(), json)]),
          ])
          .transform(([app, tool, args]) => [app, tool, args ?? {}] as const),
      }),
      z.strictObject({ name, not: predicate }),
      z.strictObject({ name, all: z.array(predicate) }),
      z.strictObject({ name, any: z.array(predicate) }),
      z.strictObject({ name, value: z.boolean() }),
      z.strictObject({ name, raise: z.string() }),
    ],
    'a question that cases have',
  ),
);

const values = z.record(z.string(), json);
const key = z.string().min(1);
const keys = z.array(key);
const ticks = z.int().min(0);
const every = z.int().min(1);

/** One operation of a tool's body. Objects such as `{"$arg": …}` in its values are evaluated. */
const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), key, value: json }),
  z.strictObject({ op: z.literal('append'), key, value: json }),
  z.strictObject({ op: z.literal('inc'), key, by: or(json, 1) }),
  z.strictObject({ op: z.literal('raise'), error: or(key, 'ValueError'), message: json }),
  z.strictObject({ op: z.literal('raise_if_eq'), left: json, right: json, message: json }),
  z.strictObject({
    op: z.literal('call'),
    app: key,
    tool: key,
    args: or(values, {}),
    save: given(key),
    catch: given(z.boolean()),
  }),
  z.strictObject({ op: z.literal('return'), value: json }),
]);

const tool = z.strictObject({
  name: key,
  role: z.enum(['app', 'env', 'user', 'data']),
  operation: or(z.enum(['read', 'write']), 'read'),
  event_type: or(z.enum(['AGENT', 'USER', 'ENV']), 'AGENT'),
  params: or(z.array(z.strictObject({ name: key, type: or(key, 'any'), default: json.optional() })), []),
  body: or(z.array(operation), []),
});

const app = z.union([
  z.strictObject({ name: key, builtin: z.enum(classNames), state: json.optional() }),
  z.strictObject({ name: key, class: given(key), state: or(values, {}), tools: z.array(tool) }),
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
  args: or(values, {}),
  type: or(z.enum(['ENV', 'USER', 'AGENT']), 'ENV'),
  build: or(z.enum(['capture', 'from_function']), 'capture'),
};

const event = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('event'), ...action }),
  z.strictObject({
    kind: z.literal('oracle'),
    ...action,
    comparator: z.enum(['LESS_THAN', 'GREATER_THAN', 'EQUAL']).nullish(),
    oracle_type: given(key),
    oracle_after_wiring: given(z.boolean()),
  }),
  z.strictObject({
    kind: z.literal('condition'),
    ...placed,
    when: predicate,
    every: or(every, 1),
    timeout: ticks.nullish(),
    depends_every: given(every),
    depends_timeout: ticks.nullish(),
  }),
  z.strictObject({
    kind: z.literal('validation'),
    ...placed,
    milestones: or(z.array(predicate), []),
    minefields: or(z.array(predicate), []),
    every: or(every, 1),
    timeout: ticks.nullable().default(1),
    depends_every: given(every),
    depends_timeout: ticks.nullish(),
  }),
  z.strictObject({
    kind: z.literal('agent_validation'),
    ...placed,
    milestones: or(z.array(predicate), []),
    minefields: or(z.array(predicate), []),
    timeout: ticks.nullish(),
    depends_every: given(every),
    depends_timeout: ticks.nullish(),
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
    delay: or(z.number(), 0),
  }),
  z.strictObject({
    op: z.literal('followed_by'),
    event: key,
    events: z.union([key.transform((one) => [one]), keys]),
    delays: or(z.union([z.number(), z.array(z.number())]), 0),
  }),
  z.strictObject({ op: z.literal('delayed'), event: key, seconds: z.number() }),
]);

const config = z.strictObject({
  loop: given(z.enum(['queue', 'time', 'script'])),
  duration: z.number().nullish(),
  start_time: z.number().nullish(),
  time_increment: or(z.number().positive(), 1),
  oracle_mode: given(z.boolean()),
  exit_when_no_events: or(z.boolean(), false),
  verbosity: given(z.enum(['LOW', 'MEDIUM', 'HIGH'])),
});

/** A step of a script. Its other fields depend on `do` and are checked when the step runs. */
const step = z.looseObject({ do: key.optional() });

/** A case file. */
export const caseFile = z.strictObject({
  schema: z.literal(1),
  name: key,
  what: given(z.string()),
  note: given(z.string()),
  quirk: or(z.boolean(), false),
  kind: z.enum(['run', 'rerun', 'turns', 'time', 'builder', 'parse']).default('run'),
  config: config.prefault({}),
  apps: or(z.array(app), []),
  events: or(z.array(eventOrDefault), []),
  wiring: or(z.array(wiring), []),
  schedule: given(keys),
  script: or(z.array(step), []),
  build: or(z.array(step), []),
  agent: or(z.array(step), []),
  expected: z.record(z.string(), json),
});

export type Case = z.output<typeof caseFile>;
export type CaseApp = Case['apps'][number];
export type CaseTool = z.output<typeof tool>;
export type CaseEvent = Case['events'][number];
export type Operation = z.output<typeof operation>;
export type Step = z.output<typeof step>;
