import type { ScenarioEvent } from '../model/event.ts';
import type { AppSummary } from '../model/run.ts';
import type { RunExtras } from '../model/run-extras.ts';
import { toSeconds, type SimSpan, type SimTime } from '../model/time.ts';
import { toolsIn } from './find-tool.ts';
import { planNotes } from './plan-notes.ts';
import { plannedEvents } from './planned-event.ts';

/** What a scenario says of itself. */
export interface Planned {
  readonly name: string;
  readonly seed: number;
  readonly start: SimTime;
  readonly duration: SimSpan | undefined;
  readonly tick: SimSpan;
  readonly events: readonly ScenarioEvent[];
}

/** What a run of a scenario of ours carries: its events and settings, as the field's files have them. */
export function newExtras(plan: Planned, apps: readonly Pick<AppSummary, 'name' | 'class'>[]): RunExtras {
  const { name, seed, start, duration, tick, events } = plan;
  const definition = {
    scenario_id: name,
    seed,
    duration: duration === undefined ? null : toSeconds(duration),
    time_increment_in_seconds: Number.isInteger(toSeconds(tick)) ? toSeconds(tick) : null,
    start_time: toSeconds(start),
    run_number: null,
    hints: [],
    config: null,
    has_a2a_augmentation: false,
    has_tool_augmentation: false,
    has_env_events_augmentation: false,
    has_exception: false,
    exception_type: null,
    exception_message: null,
    tags: [],
    hf_metadata: null,
  };
  const document = {
    metadata: {
      definition,
      simulation: { agent_id: null, model_id: null },
      annotation: null,
      execution: null,
      runner_config: null,
    },
    world_logs: [],
    apps: [],
    events: plannedEvents(events, toolsIn(apps)),
    completed_events: [],
    version: 'are_simulation_v1',
    context: null,
    augmentation: null,
  };
  return { document, apps: [], completed: {}, notes: planNotes(plan) };
}
