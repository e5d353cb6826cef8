import * as z from 'zod';

/** The structure of a file in ARE’s "hf" format, taken from its exports: all keys are required, others are refused. */
const text = z.string().nullable();
const number = z.number().nullable();
const eventType = z.enum(['AGENT', 'USER', 'ENV', 'CONDITION', 'STOP']);

const action = z.strictObject({
  action_id: z.string(),
  app: text,
  function: text,
  operation_type: z.enum(['READ', 'WRITE']).nullable(),
  args: z.array(z.strictObject({ name: z.string(), value: text, value_type: text })).nullable(),
});

const placed = {
  event_type: eventType,
  event_id: z.string().min(1),
  dependencies: z.array(z.string()),
  event_relative_time: number,
  action: action.nullable(),
};

const plannedEvent = z.discriminatedUnion('class_name', [
  z.strictObject({
    class_name: z.enum(['Event', 'ConditionCheckEvent', 'StopEvent']),
    ...placed,
    event_time: number,
  }),
  z.strictObject({
    class_name: z.literal('OracleEvent'),
    ...placed,
    event_time: number,
    event_time_comparator: z.enum(['LESS_THAN', 'GREATER_THAN', 'EQUAL']).nullable(),
  }),
]);

const completedEvent = z.strictObject({
  class_name: z.literal('CompletedEvent'),
  ...placed,
  event_time: z.number(),
  dependencies: z.tuple([]),
  event_relative_time: z.null(),
  metadata: z.strictObject({
    return_value: text,
    return_value_type: text,
    exception: text,
    exception_stack_trace: text,
  }),
});

const definition = z.strictObject({
  scenario_id: z.string().min(1),
  seed: z.int().nullable(),
  duration: number,
  time_increment_in_seconds: z.int().nullable(),
  start_time: number,
  run_number: z.int().nullable(),
  hints: z.array(
    z.strictObject({
      hint_type: z.enum(['TASK_HINT', 'ENVIRONMENT_HINT']),
      content: z.string(),
      associated_event_id: z.string(),
    }),
  ),
  config: text,
  has_a2a_augmentation: z.boolean(),
  has_tool_augmentation: z.boolean(),
  has_env_events_augmentation: z.boolean(),
  has_exception: z.boolean(),
  exception_type: text,
  exception_message: text,
  tags: z.array(z.string()),
  hf_metadata: z.looseObject({ dataset: z.string(), split: z.string() }).nullable(),
});

const execution = z.strictObject({
  has_placeholder_conflicts: z.boolean(),
  placeholders: z.array(
    z.strictObject({
      parent_tool_name: z.string(),
      parent_turn_idx: z.int(),
      parent_event_id: z.string(),
      placeholder_turn_idx: z.int(),
      placeholder_event_id: z.string(),
    }),
  ),
});

/** Parses a file as ARE would: throws with each place that ARE would not accept. */
export const areStructure = z.strictObject({
  metadata: z.strictObject({
    definition,
    simulation: z.strictObject({ agent_id: text, model_id: text }),
    annotation: z
      .strictObject({
        annotation_id: text,
        annotator: text,
        validation_decision: text,
        comment: text,
        date: z.number(),
      })
      .nullable(),
    execution: execution.nullable(),
    runner_config: z.looseObject({}).nullable(),
  }),
  world_logs: z.array(z.string()),
  apps: z.array(
    z.strictObject({
      name: z.string().min(1),
      class_name: z.string().min(1),
      app_state: z.looseObject({}).nullable(),
    }),
  ),
  events: z.array(plannedEvent),
  completed_events: z.array(completedEvent),
  version: z.literal('are_simulation_v1'),
  context: text,
  augmentation: z.looseObject({}).nullable(),
});
