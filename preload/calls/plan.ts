import * as z from 'zod';
import type { EventStatusSummary, Hint, PlanOutline, EventStatus } from '../../engine/model/index.ts';
import { call } from './call.ts';
import { run, eventName, moment } from './values.ts';

/** What runs were to do. */
export const planCalls = {
  /** What a run was to do; `null` of traces, and of runs of an older Orrery. */
  'plan.read': call(z.strictObject({ run })).answers<PlanOutline | null>(),
  /** The author's hints for a run's events; of traces, too. */
  'plan.hints': call(z.strictObject({ run })).answers<readonly Hint[]>(),
  /** Where every event of a run's plan stands right after entry `at`, in the plan's order. */
  'plan.statuses': call(moment).answers<readonly EventStatusSummary[]>(),
  /** Why an event has not fired right after entry `at`. */
  'plan.whyNot': call(z.strictObject({ run, event: eventName, at: z.int().min(-1) })).answers<EventStatus>(),
};
