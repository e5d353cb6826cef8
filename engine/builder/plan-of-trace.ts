import type { AppInstance } from '../apps/app.ts';
import { fromRecorded } from '../apps/catalogue.ts';
import { appName, type AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { RunExtras } from '../model/run-extras.ts';
import { fromSeconds, seconds } from '../model/time.ts';
import { augmented } from '../scenario/augmentation.ts';
import { checkGraph } from '../scenario/checks/check-graph.ts';
import type { Plan, Planning } from '../scenario/plan.ts';
import { ScenarioError } from '../scenario/scenario-error.ts';
import { carried } from '../trace/carried.ts';
import { hintsFrom, tagsFrom } from '../trace/hints-and-tags.ts';
import { castOf, type Build } from '../trace/cast.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import { TraceError } from '../trace/trace-error.ts';
import { scenarioNamed, seedOf } from '../trace/trace-format.ts';
import type { BuiltEvent } from './built-event.ts';
import { eventsOfTrace } from './events-of-trace.ts';
import { withMissingTools } from './missing-tools.ts';
import { placed } from './placed-events.ts';
import { planFindings } from './plan-findings.ts';

/** A scenario of ARE's, made ready to run once. */
export interface TracePlan {
  readonly plan: Plan;
  readonly extras: RunExtras;
  /** What of the file cannot be run. */
  readonly notes: readonly string[];
}

/**
 * Makes the scenario that a file of ARE's "hf" format holds ready to run with `seed`, or with its own. What the file has
 * recorded of an earlier run plays no part but for the hours at which conditions held whose code it does not hold.
 *
 * @throws {TraceError} when `text` is no such file, or its events are no graph.
 * @throws {ScenarioError} when its events wait for themselves.
 */
export function planOfTrace(
  text: string,
  file: string,
  { variant, seed, augmentation }: Omit<Planning, 'surroundings'> = {},
  build: Build = fromRecorded,
): TracePlan {
  if (variant !== undefined) throw noVariants(variant);
  const { trace, document, notes: lost } = parseTrace(text, file);
  const findings = planFindings(trace);
  if (findings.length > 0) throw new TraceError(file, findings);

  const { definition } = trace.metadata;
  const { scenario_id, start_time, duration, time_increment_in_seconds: tick } = definition;
  const found = eventsOfTrace(trace);
  const cast = castOf(trace, appsIn(found.events), build);
  const start = fromSeconds(start_time ?? 0);
  const { events, notes } = placed(found, start_time ?? 0);
  const times = {
    start,
    duration: duration === null ? undefined : seconds(duration),
    pacing: 'by-event',
  } as const;
  // Its ids are mostly a program's and not an author's: where they decide is no news.
  const problems = checkGraph({ events, named: new Set(), ...times });
  if (problems.some(({ severity }) => severity === 'error')) throw new ScenarioError(problems);

  const apps = cast.apps.map(({ name, class: className }): [string, AppInstance] => {
    const app = cast.built.get(name) ?? {
      class: className,
      state: objectOr(cast.states.get(name)),
      tools: {},
    };
    return [name, withMissingTools(name, app, found.events)];
  });
  const bare = {
    name: scenarioNamed(scenario_id, file),
    ...times,
    tick: seconds(tick ?? 1),
    endsWhenIdle: duration === null,
    seed: seed ?? seedOf(trace),
    apps: Object.fromEntries(apps),
    events,
    problems,
    turns: (trace.metadata.execution?.placeholders ?? []).map((placeholder) => ({
      event: placeholder.parent_event_id,
      tool: placeholder.parent_tool_name,
      turn: placeholder.parent_turn_idx,
    })),
    tags: tagsFrom(definition.tags),
    hints: hintsFrom(definition.hints),
  };
  const plan = augmented(bare, {}, augmentation);
  const states = Object.fromEntries(apps.map(([name, { state }]) => [name, state as Json]));
  const extras = carried(document, { apps: cast.apps, states, entries: [] });
  return {
    plan,
    // What the run will have done has its place there, whether or not the file had one.
    extras: { ...extras, document: { ...extras.document, completed_events: [] } },
    notes: [...lost, ...cast.notes, ...found.notes, ...notes],
  };
}

function noVariants(variant: string): ScenarioError {
  const message = `variant: found "${variant}", wanted none: a file of ARE's has no variants`;
  return new ScenarioError([{ severity: 'error', message, place: undefined }]);
}

const appsIn = (events: readonly BuiltEvent[]): readonly AppName[] =>
  events.flatMap(({ app }) => (app === '' ? [] : [appName(app)]));

const objectOr = (state: Json | undefined): object =>
  typeof state === 'object' && state !== null ? state : {};
