import * as z from 'zod';
import type { Augmented, Told } from '../model/augmentation.ts';
import type { EventOutline, PlanOutline } from '../model/event-outline.ts';
import type { Hint } from '../model/hint.ts';
import type { Place } from '../model/place.ts';
import { action } from './entry-shape.ts';
import { count, fieldsOf, name, texts, whole } from './values.ts';

const edge = z.strictObject({ event: name, delay: count });

const timing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('from-start'), delay: count }),
  z.strictObject({ kind: z.literal('after'), edges: z.array(edge).min(1) }),
  z.strictObject({ kind: z.literal('at'), time: whole, after: z.array(name) }),
]);

const event = fieldsOf<EventOutline>()({
  id: name,
  kind: z.enum(['agent', 'user', 'environment', 'condition', 'validation', 'agent-validation', 'stop']),
  timing,
  place: fieldsOf<Place>()({ file: name, line: count, column: count }).optional(),
  dormant: z.literal(true).optional(),
  comparator: z.enum(['less-than', 'greater-than', 'equal']).optional(),
  action: action.optional(),
  effect: z.enum(['read', 'write']).optional(),
  isNoise: z.literal(true).optional(),
  oracle: z.boolean().optional(),
  onFailure: z.enum(['continue', 'hold', 'stop']).optional(),
  name: z.string().optional(),
  every: count.min(1).optional(),
  timeout: count.optional(),
});

const told = fieldsOf<Told>()({ name: z.string().optional(), description: z.string().optional() });

const augmentation = fieldsOf<Augmented>()({
  toolFailures: z.number().min(0).max(1),
  tools: z.record(z.string(), told),
});

const hint = fieldsOf<Hint>()({ event: name, kind: z.enum(['task', 'environment']), text: z.string() });

/** What a run was to do, as portable files have it. */
export const plan = fieldsOf<PlanOutline>()({
  start: whole,
  duration: count.optional(),
  tick: count,
  augmentation: augmentation.optional(),
  tags: texts.optional(),
  hints: z.array(hint).optional(),
  events: z.array(event),
});
