import { fromRecorded, toolsOf } from '../apps/index.ts';
import {
  type ActionEvent,
  appName,
  type AppName,
  type EventId,
  type Finding,
  futureEvent,
  fromSeconds,
  type Json,
  type LogEntry,
  predecessors,
  type ScenarioEvent,
  seconds,
  TraceError,
  type TraceExtras,
} from '../model/index.ts';
import { augmented, checkGraph, type Planning, ScenarioError } from '../scenario/index.ts';
import {
  anything,
  type AppInstance,
  optional,
  type Plan,
  type Recording,
  refuse,
  type Tool,
  type Tools,
} from '../world/index.ts';
import { TraceCallReplayer } from './call-replayer.ts';
import { type BuiltEvent, eventsOfTrace, graphFindings, nodesOf, placed } from './plan-trace-events.ts';
import { recordedEntries } from './read-completed-events.ts';
import { startOf } from './read-trace.ts';
import { type Build, castOf } from './trace-apps.ts';
import { carried } from './trace-extras.ts';
import {
  type AreTrace,
  argumentFindings,
  FURTHEST,
  hintsFrom,
  namelessFindings,
  parseTrace,
  type PlannedEvent,
  scenarioNamed,
  seedOf,
  tagsFrom,
} from './trace-format.ts';

/** A scenario of ARE's, made ready to run once. */
export interface TracePlan {
  readonly plan: Plan;
  readonly extras: TraceExtras;
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
  { variant, seed, augmentation }: Omit<Planning, 'host'> = {},
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
    tickPolicy: 'by-event',
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
  const message = `variant: There is no variant "${variant}": a file of ARE's has none.`;
  return new ScenarioError([{ severity: 'error', message, place: undefined }]);
}

const appsIn = (events: readonly BuiltEvent[]): readonly AppName[] =>
  events.flatMap(({ app }) => (app === '' ? [] : [appName(app)]));

const objectOr = (state: Json | undefined): object =>
  typeof state === 'object' && state !== null ? state : {};

/** What keeps a trace's scenario from being run, though the trace can be shown. */
function planFindings(trace: AreTrace): readonly Finding[] {
  const { duration, time_increment_in_seconds } = trace.metadata.definition;
  return [
    ...spanFindings('metadata.definition.duration', duration, 0),
    ...spanFindings('metadata.definition.time_increment_in_seconds', time_increment_in_seconds, 0.000_001),
    ...trace.events.flatMap((event, at) => eventFindings(event, `events[${at}]`)),
    ...graphFindings(nodesOf(trace)),
  ];
}

function eventFindings(event: PlannedEvent, path: string): readonly Finding[] {
  const { event_type, event_time, event_relative_time, action } = event;
  const acts = event_type === 'AGENT' || event_type === 'USER' || event_type === 'ENV';
  return [
    ...spanFindings(`${path}.event_relative_time`, event_relative_time, 0),
    ...spanFindings(`${path}.event_time`, event_time, -FURTHEST),
    ...(acts ? namelessFindings(action, path) : []),
    ...argumentFindings(action, path),
  ];
}

const spanFindings = (path: string, value: number | null, least: number): readonly Finding[] =>
  value === null || (value >= least && value <= FURTHEST)
    ? []
    : [{ path, message: `${value} seconds is not from ${least} to ${FURTHEST}.` }];

/** `app` with tools for those that `events` call and it has not. They take anything, and fail. */
function withMissingTools(name: string, app: AppInstance, events: readonly BuiltEvent[]): AppInstance {
  const missing = new Map<string, Set<string>>();
  for (const { app: called, tool, args } of events) {
    if (called !== name || Object.hasOwn(app.tools, tool)) continue;
    const names = missing.get(tool) ?? new Set();
    for (const argument of Object.keys(args)) names.add(argument);
    missing.set(tool, names);
  }
  if (missing.size === 0) return app;
  const tools = Array.from(missing, ([tool, args]) => [tool, missingTool(`${app.class}.${tool}`, args)]);
  return { ...app, tools: { ...app.tools, ...(Object.fromEntries(tools) as Tools<never>) } };
}

const missingTool = (name: string, args: ReadonlySet<string>): Tool<never> => ({
  summary: 'Not built here.',
  effect: 'read',
  callers: ['agent', 'user', 'environment'],
  args: Object.fromEntries(Array.from(args, (argument) => [argument, optional(anything, null)])),
  apply: () => refuse('NotImplementedError', `${name} is not a tool of Orrery; its calls cannot run.`),
});

/** A recorded trace, ready to go on from one of its entries. */
export interface ResumedTrace extends TracePlan {
  readonly recording: Recording;
}

/**
 * Makes a recorded trace ready to go on from entry `at`, with what its plan has left and what users and the world did later
 * that no plan tells of. What the oracle was to do, and the recorded agent did in other ways, is left out, unless the
 * `oracle` is to act.
 *
 * @throws {TraceError} when `text` is no trace, or does not say what is needed to go on.
 */
export function resumeTrace(
  text: string,
  file: string,
  { at, oracle, ...planning }: Omit<Planning, 'host'> & { at: number; oracle: boolean },
): ResumedTrace {
  const { trace } = parseTrace(text, file);
  const { plan, ...made } = planOfTrace(text, file, planning);
  const recorded = recordedEntries(trace);
  const past = recorded.slice(0, at);
  const rest = recorded.slice(at);
  const cameAbout = new Set(recorded.map(({ event }) => event));

  const kept = plan.events.filter(
    (event) => cameAbout.has(event.id) || oracle || !('oracle' in event) || !event.oracle,
  );
  const events = [...withRecordedTimes(kept, rest), ...unplanned(plan.events, rest)];
  const findings = resumeFindings(trace, [...recorded, ...events]);
  if (findings.length > 0) throw new TraceError(file, findings);

  return {
    ...made,
    plan: { ...plan, start: startOf(trace, recorded), events },
    recording: { past, replayer: new TraceCallReplayer(rest) },
  };
}

/** What waits for an event that is not among `events` would wait for ever: it comes when it was recorded, if it was. */
function withRecordedTimes(
  events: readonly ScenarioEvent[],
  rest: readonly LogEntry[],
): readonly ScenarioEvent[] {
  const ids = new Set(events.map(({ id }) => id));
  const times = new Map(rest.map((entry) => [entry.event, entry.due]));
  return events.map((event) => {
    const time = times.get(event.id);
    const before = predecessors(event.timing);
    if (time === undefined || before.every((id) => ids.has(id))) return event;
    return { ...event, timing: { kind: 'at', time, after: before.filter((id) => ids.has(id)) } };
  });
}

/** What users and the world did in `rest` that is not among `events`. */
function unplanned(events: readonly ScenarioEvent[], rest: readonly LogEntry[]): readonly ActionEvent[] {
  const known = new Set<EventId>(events.map(({ id }) => id));
  return rest.flatMap((entry) => {
    if ((entry.kind !== 'user' && entry.kind !== 'environment') || known.has(entry.event)) return [];
    known.add(entry.event);
    return [futureEvent(entry)];
  });
}

/** What keeps `trace` from going on with `all` that was done and is to come: apps that are called, and are not known here. */
function resumeFindings(trace: AreTrace, all: readonly (LogEntry | ScenarioEvent)[]): readonly Finding[] {
  const callers = new Map<AppName, string>();
  for (const one of all)
    if ('action' in one && !callers.has(one.action.app))
      callers.set(one.action.app, 'index' in one ? `entry ${one.index}` : `event ${one.id}`);

  const { apps } = castOf(trace, callers.keys(), fromRecorded);
  const places = new Map<string, number>(trace.apps.map(({ name }, at) => [name, at]));
  return apps.flatMap(({ name, class: className, known }): readonly Finding[] => {
    const caller = callers.get(name);
    if (known || caller === undefined) return [];
    const at = places.get(name);
    if (at === undefined)
      return [{ path: 'apps', message: `The first state of ${name} is missing, which ${caller} calls.` }];
    if (toolsOf(className) === undefined)
      return [
        {
          path: `apps[${at}].class_name`,
          message: `${className} is not an app of Orrery, and ${caller} calls ${name}.`,
        },
      ];
    const problem = trace.apps[at]!.app_state === null ? 'is missing' : `is not one of ${className}`;
    return [
      {
        path: `apps[${at}].app_state`,
        message: `The first state of ${name}, which ${caller} calls, ${problem}.`,
      },
    ];
  });
}
