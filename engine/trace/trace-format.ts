import * as z from 'zod';
import type { Json } from '../model/json.ts';
import { inShape } from '../model/in-shape.ts';
import type { Finding } from '../model/finding.ts';

const id = z.string().min(1).max(1000);
/** The field does not ask for one: scenarios that are not registered have none. */
export const scenarioId = z.string().max(1000);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null);

const things = z.array(z.unknown()).nullish();

/** A field that is null or missing is an empty list. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

const action = z.lazy(() =>
  z.object({
    app: text,
    function: text,
    operation_type: text,
    args: listOf(z.object({ name: z.string().max(1000), value: text, value_type: text })),
  }),
);

const eventType = z.enum(['AGENT', 'USER', 'ENV', 'CONDITION', 'VALIDATION', 'STOP']);

const plannedEvent = z.lazy(() =>
  z.object({
    class_name: text,
    event_type: eventType,
    event_id: id,
    dependencies: listOf(z.string()),
    event_time: number,
    event_relative_time: number,
    event_time_comparator: text,
    action: action.nullish(),
  }),
);

const completedEvent = z.lazy(() =>
  z.object({
    event_type: eventType,
    event_time: z.number(),
    event_id: id,
    action: action.nullish(),
    metadata: z
      .object({ return_value: text, return_value_type: text, exception: text, exception_stack_trace: text })
      .nullish(),
  }),
);

const placeholder = z.lazy(() =>
  z.object({
    parent_tool_name: z.string(),
    parent_turn_idx: z.int(),
    parent_event_id: z.string(),
  }),
);

/** The shape of the files ARE exports in its "hf" format; what is not read here is not checked. */
const trace = z.lazy(() =>
  z.object({
    version: z.literal('are_simulation_v1'),
    metadata: z.object({
      definition: z.object({
        scenario_id: scenarioId,
        seed: z.number().refine(Number.isInteger, 'a whole number').nullish(),
        start_time: number,
        duration: number,
        time_increment_in_seconds: number,
        hints: things,
        tags: things,
        hf_metadata: z.unknown().optional(),
      }),
      annotation: z.looseObject({}).nullish(),
      simulation: z.object({ agent_id: text, model_id: text }).nullish(),
      execution: z.object({ placeholders: listOf(placeholder) }).nullish(),
      runner_config: z.looseObject({}).nullish(),
    }),
    apps: listOf(
      z
        .object({
          name: id,
          class_name: text,
          app_state: z
            .unknown()
            .optional()
            .transform((state) => (state ?? null) as Json),
        })
        // Most apps go by the name of their class.
        .transform((app) => ({ ...app, class_name: app.class_name || app.name })),
    ),
    events: listOf(plannedEvent),
    completed_events: listOf(completedEvent),
    world_logs: things,
  }),
);

/** A trace as its file has it. */
export type AreTrace = z.infer<typeof trace>;

/** What a scenario is called that a file says is called `id`: by the file where it has no name. */
export const scenarioNamed = (id: string, file: string): string =>
  id.trim() === '' ? file.replace(/\.json$/i, '') : id;

/** The seed of `trace`; 0 where it has none, or one too large to be exact. */
export function seedOf({ metadata }: AreTrace): number {
  const { seed } = metadata.definition;
  return Number.isSafeInteger(seed) ? seed! : 0;
}

export type CompletedEvent = AreTrace['completed_events'][number];
export type PlannedEvent = AreTrace['events'][number];

/** `value` as a trace, or all that keeps it from being one. */
export function traceIn(
  value: Json,
): { readonly trace: AreTrace } | { readonly findings: readonly Finding[] } {
  const shaped = inShape(trace, value);
  return 'findings' in shaped ? shaped : { trace: shaped.data };
}
