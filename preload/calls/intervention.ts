import * as z from 'zod';
import type { Intervention, Json, SimTime } from '../../engine/model/index.ts';
import { app, eventName, keys, path, position } from './values.ts';

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
