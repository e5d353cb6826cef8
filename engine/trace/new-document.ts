import type { PlanOutline } from '../model/event-outline.ts';
import type { RunSummary } from '../model/run.ts';
import type { RunExtras } from '../model/run-extras.ts';
import { toSeconds } from '../model/time.ts';
import { toolsIn } from './find-tool.ts';
import { planNotes } from './plan-notes.ts';
import { hintsToAre, tagsToAre } from './hints-and-tags.ts';
import { plannedEvents } from './planned-event.ts';

/** What a run of a scenario of ours has besides its log: its settings and what it was to do, as the field's files have them. */
export function newExtras(
  { scenario, seed, start, apps }: Pick<RunSummary, 'scenario' | 'seed' | 'start' | 'apps'>,
  plan: Pick<PlanOutline, 'duration' | 'tick' | 'events' | 'augmentation' | 'tags' | 'hints'>,
): RunExtras {
  const { duration, tick, events, augmentation, tags = [], hints = [] } = plan;
  const definition = {
    scenario_id: scenario,
    seed,
    duration: duration === undefined ? null : toSeconds(duration),
    time_increment_in_seconds: Number.isInteger(toSeconds(tick)) ? toSeconds(tick) : null,
    start_time: toSeconds(start),
    run_number: null,
    hints: hintsToAre(hints),
    config: null,
    has_a2a_augmentation: false,
    has_tool_augmentation: augmentation !== undefined,
    has_env_events_augmentation: events.some(({ isNoise }) => isNoise),
    has_exception: false,
    exception_type: null,
    exception_message: null,
    tags: tagsToAre(tags),
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
