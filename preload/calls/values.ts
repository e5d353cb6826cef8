import * as z from 'zod';
import type { AppName, EventId, RunId } from '../../engine/model/index.ts';

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
