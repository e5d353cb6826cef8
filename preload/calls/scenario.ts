import * as z from 'zod';
import type { PlanOutline, Problem } from '../../engine/model/index.ts';
import { call } from './call.ts';
import { path } from './values.ts';

/** What a scenario's source may weigh, in characters. */
export const LONGEST_SOURCE = 2_000_000;

/** Scenarios' files. */
export const scenarioCalls = {
  'scenario.read': call(z.strictObject({ path })).answers<string>(),
  'scenario.save': call(z.strictObject({ path, text: z.string().max(LONGEST_SOURCE) })).answers<null>(),
  /** Makes a scenario that begins as the template does. Refused where there is a file already. */
  'scenario.create': call(
    z.strictObject({ path, template: z.enum(['blank', 'mail', 'calendar']) }),
  ).answers<null>(),
  /** What the saved scenario is to do, and where each event is written; runs nothing of it but its declarations. */
  'scenario.plan': call(z.strictObject({ path })).answers<PlanOutline>(),
  /** The names of the saved scenario's variants; none where it has no variants. */
  'scenario.variants': call(z.strictObject({ path })).answers<readonly string[]>(),
  'scenario.rename': call(z.strictObject({ path, to: path })).answers<null>(),
  /** Moves it to the system's trash. */
  'scenario.trash': call(z.strictObject({ path })).answers<null>(),
  /** Compiles the saved scenario, checks its types and its event graph; runs nothing of it but its declarations. */
  'scenario.check': call(z.strictObject({ path })).answers<readonly Problem[]>(),
};
