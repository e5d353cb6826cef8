import * as z from 'zod';
import { thinkingTime } from '../engine/model/index.ts';
import { LIMITS } from './limits.ts';
import { keptModel } from './model-calls.ts';
import { path } from './values.ts';

/** What the models of a run, or of all runs of a sweep, may use before it ends. */
export const modelLimits = z.strictObject({
  tokens: z.int().min(1).optional(),
  requests: z.int().min(1).optional(),
  /** Wall clock. */
  minutes: z.number().positive().max(1e6).optional(),
  /** In the currency of the workspace's prices. */
  cost: z.number().positive().max(1e12).optional(),
});

/** A program of the workspace that plays the agent, by its path, or a model. */
export const agent = z.union([
  z.strictObject({ program: path, thinking: thinkingTime }),
  z.strictObject({ model: keptModel, thinking: thinkingTime, limits: modelLimits.optional() }),
]);

export type ChosenAgent = z.output<typeof agent>;

/** The model that plays the user. */
const user = z.strictObject({ model: keptModel, thinking: thinkingTime });

export type ChosenUser = z.output<typeof user>;

/** What a person chooses for a run besides its scenario and mode. */
export const choices = z.strictObject({
  agent: agent.optional(),
  user: user.optional(),
  /** The path of the agent's script in the workspace. */
  script: path.optional(),
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  variant: z.string().max(LIMITS.lineCharacters).optional(),
  augmentation: z
    .strictObject({
      toolFailures: z.number().min(0).max(1).optional(),
      noise: z.strictObject({ perMinute: z.number().min(0).optional(), seed: z.int().optional() }).optional(),
    })
    .optional(),
});

export const seed = z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
