import * as z from 'zod';
import type { AppName, EventId, Intervention, Json, RunId, SimTime } from '../engine/model/index.ts';

/** A row of the contract table: how a request is parsed, and the type of its answer. */
export interface Call<Request extends z.ZodType, Answer> {
  readonly request: Request;
  /** Never set: it carries the answer's type from the table to both ends. */
  readonly answer?: Answer;
}

interface Asked<Request extends z.ZodType> {
  answers<Answer>(): Call<Request, Answer>;
}

/** A row that parses what is asked by `request`; `.answers<…>()` says what is answered. */
export const call = <Request extends z.ZodType>(request: Request): Asked<Request> => ({
  answers: () => ({ request }),
});

export const run = z
  .string()
  .regex(/^r\d{1,9}$/, 'the id of a run, such as r12')
  .transform((text) => text as RunId);

/** Several at once. */
export const runs = z.array(run).min(1).max(100_000).readonly();

/** What runs and notes are marked with. */
export const tags = z.array(z.string().min(1).max(100)).max(50).readonly();

/** Where in an app's state. */
export const keys = z
  .array(z.union([z.string().max(10_000), z.int().min(0)]))
  .max(200)
  .readonly();

export const app = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text as AppName);

export const eventName = z
  .string()
  .min(1)
  .max(1000)
  .transform((text) => text as EventId);

/** A path within the workspace. Main refuses what leads out of it. */
export const path = z.string().min(1).max(1000);

export const position = z.int().min(0);

export const moment = z.strictObject({ run, at: z.int().min(-1) });

const name = z.string().min(1).max(1000);
const json = z.json() as z.ZodType<Json>;
export const action = z.strictObject({ app, tool: name, args: z.record(z.string(), json) });

export const actor = z.enum(['agent', 'user', 'environment']);

/** One thing otherwise. */
export const intervention = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('argument'), event: eventName, name, value: json }),
  z.strictObject({ kind: z.literal('leave-out'), event: eventName }),
  z.strictObject({
    kind: z.literal('act'),
    at: position,
    time: z
      .int()
      .transform((micros) => micros as SimTime)
      .optional(),
    actor,
    action,
  }),
  z.strictObject({ kind: z.literal('set'), at: position, app, path: keys, value: json }),
  z.strictObject({ kind: z.literal('mode'), at: position, mode: z.enum(['oracle', 'plain']) }),
  z.strictObject({ kind: z.literal('agent'), at: position, script: path }),
]) satisfies z.ZodType<Intervention>;
