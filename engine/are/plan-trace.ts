import { toolsOf } from '../apps/index.ts';
import {
  type ActionEvent,
  appName,
  type AppName,
  describeValue,
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
import {
  type TraceEvent,
  graphFindings,
  graphNodes,
  runnableEvents,
  toScenarioEvents,
} from './plan-trace-events.ts';
import { readCompletedEvents } from './read-completed-events.ts';
import { startTime } from './read-trace.ts';
import { traceApps } from './trace-apps.ts';
import { traceExtras } from './trace-extras.ts';
import {
  type AreTrace,
  argumentFindings,
  isActorType,
  isEventType,
  MAX_TRACE_SECONDS,
  readHints,
  namelessFindings,
  parseTrace,
  type PlannedEvent,
  scenarioName,
  seedOf,
  readTags,
} from './trace-format.ts';

/** The plan of a trace's scenario, for one run. */
export interface TracePlan {
  readonly plan: Plan;
  readonly extras: TraceExtras;
  /** Notes on parts of the file that cannot run. */
  readonly notes: readonly string[];
}

/**
 * Plans a run of the scenario in a file of ARE's "hf" format, with `seed` or the file's own seed. Of a recorded run in the file
 * it uses only the times at which conditions held, because the file does not have their code.
 *
 * @throws {TraceError} when `text` is not such a file, or its events do not form a graph.
 * @throws {ScenarioError} when events wait for each other.
 */
export function planTrace(
  text: string,
  file: string,
  { variant, seed, augmentation }: Omit<Planning, 'host'> = {},
): TracePlan {
  if (variant !== undefined) throw noVariants(variant);
  const { trace, document, notes } = parseTrace(text, file);
  const findings = planFindings(trace);
  if (findings.length > 0) throw new TraceError(file, findings);

  const { definition, execution } = trace.metadata;
  const { scenario_id, start_time, duration, time_increment_in_seconds: tick } = definition;
  const runnable = runnableEvents(trace);
  const read = traceApps(trace, appsIn(runnable.events));
  const { events, notes: eventNotes } = toScenarioEvents(runnable, start_time ?? 0);
  const times = {
    start: fromSeconds(start_time ?? 0),
    duration: duration === null ? undefined : seconds(duration),
    tickPolicy: 'by-event',
  } as const;
  // No event counts as named by its author: most ids of a trace are generated, so ties by id need no warning.
  const problems = checkGraph({ events, named: new Set(), ...times });
  if (problems.some(({ severity }) => severity === 'error')) throw new ScenarioError(problems);

  const apps = read.apps.map(({ name, class: className }): [string, AppInstance] => {
    const unknownApp = { class: className, state: objectOr(read.states.get(name)), tools: {} };
    return [name, withMissingTools(name, read.known.get(name) ?? unknownApp, runnable.events)];
  });
  const plan = {
    name: scenarioName(scenario_id, file),
    ...times,
    tick: seconds(tick ?? 1),
    endsWhenIdle: duration === null,
    seed: seed ?? seedOf(trace),
    apps: Object.fromEntries(apps),
    events,
    problems,
    turns: (execution?.placeholders ?? []).map((placeholder) => ({
      event: placeholder.parent_event_id,
      tool: placeholder.parent_tool_name,
      turn: placeholder.parent_turn_idx,
    })),
    turnRule: 'first-path' as const,
    tags: readTags(definition.tags),
    hints: readHints(definition.hints),
  };
  const states = Object.fromEntries(apps.map(([name, { state }]) => [name, state as Json]));
  const extras = traceExtras(document, { apps: read.apps, states, entries: [] });
  return {
    plan: augmented(plan, {}, augmentation),
    // An export writes the entries of the new run into this list, even if the file did not have it.
    extras: { ...extras, document: { ...extras.document, completed_events: [] } },
    notes: [...notes, ...read.notes, ...runnable.notes, ...eventNotes],
  };
}

function noVariants(variant: string): ScenarioError {
  const message = `There is no variant "${variant}": ARE’s files have no variants.`;
  return new ScenarioError([{ severity: 'error', message, place: undefined }]);
}

const appsIn = (events: readonly TraceEvent[]): readonly AppName[] =>
  events.flatMap(({ app }) => (app === '' ? [] : [appName(app)]));

const objectOr = (state: Json | undefined): object =>
  typeof state === 'object' && state !== null ? state : {};

/** Reasons why a trace's scenario cannot run, although its recorded run can be shown. */
function planFindings(trace: AreTrace): readonly Finding[] {
  const { duration, time_increment_in_seconds } = trace.metadata.definition;
  return [
    ...spanFindings('metadata.definition.duration', duration, 0),
    ...spanFindings('metadata.definition.time_increment_in_seconds', time_increment_in_seconds, 0.000_001),
    ...trace.events.flatMap((event, index) => eventFindings(event, `events[${index}]`)),
    ...graphFindings(graphNodes(trace)),
  ];
}

function eventFindings(event: PlannedEvent, path: string): readonly Finding[] {
  const { event_type, event_time, event_relative_time, action } = event;
  const acts = isActorType(event_type);
  return [
    ...(isEventType(event_type)
      ? []
      : [
          {
            path: `${path}.event_type`,
            message: `${describeValue(event_type)} is not a type of event.`,
          },
        ]),
    ...spanFindings(`${path}.event_relative_time`, event_relative_time, 0),
    ...spanFindings(`${path}.event_time`, event_time, -MAX_TRACE_SECONDS),
    ...(acts ? namelessFindings(action, path) : []),
    ...argumentFindings(action, path),
  ];
}

const spanFindings = (path: string, value: number | null, least: number): readonly Finding[] =>
  value === null || (value >= least && value <= MAX_TRACE_SECONDS)
    ? []
    : [{ path, message: `${value} is not from ${least} to ${MAX_TRACE_SECONDS} seconds.` }];

/** `app` with replacements for missing tools that `events` call. The replacements take any arguments, and fail. */
function withMissingTools(name: string, app: AppInstance, events: readonly TraceEvent[]): AppInstance {
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
  summary: 'Not a tool of Orrery.',
  effect: 'read',
  callers: ['agent', 'user', 'environment'],
  args: Object.fromEntries(Array.from(args, (argument) => [argument, optional(anything, null)])),
  apply: () => refuse('NotImplementedError', `${name} is not a tool of Orrery; its calls cannot run.`),
});

/** A plan that continues a recorded run. */
export interface ResumedTrace extends TracePlan {
  readonly recording: Recording;
}

/**
 * Plans a run that continues the recorded run of a trace from entry `at`: with the rest of the trace's plan, and the later
 * recorded calls of users and the environment that are not in the plan. The oracle's events are left out unless they were
 * recorded or `oracle` is set.
 *
 * @throws {TraceError} when `text` is not a trace, or lacks the state of an app that is called.
 */
export function resumeTrace(
  text: string,
  file: string,
  { at, oracle, ...planning }: Omit<Planning, 'host'> & { at: number; oracle: boolean },
): ResumedTrace {
  const { plan, ...planned } = planTrace(text, file, planning);
  const { trace } = parseTrace(text, file);
  const recorded = readCompletedEvents(trace);
  const later = recorded.slice(at);
  const completed = new Set(recorded.map(({ event }) => event));
  const kept = plan.events.filter(
    (event) => completed.has(event.id) || oracle || !('oracle' in event) || !event.oracle,
  );
  const events = [...atRecordedTimes(kept, later), ...unplannedCalls(plan.events, later)];
  const findings = resumeFindings(trace, [...recorded, ...events]);
  if (findings.length > 0) throw new TraceError(file, findings);

  return {
    ...planned,
    plan: { ...plan, start: startTime(trace, recorded), events },
    recording: { past: recorded.slice(0, at), replayer: new TraceCallReplayer(later) },
  };
}

/** `events`, with recorded times for those whose predecessor is left out, because they would wait for ever. */
function atRecordedTimes(
  events: readonly ScenarioEvent[],
  later: readonly LogEntry[],
): readonly ScenarioEvent[] {
  const ids = new Set(events.map(({ id }) => id));
  const times = new Map(later.map((entry) => [entry.event, entry.due]));
  return events.map((event) => {
    const time = times.get(event.id);
    const before = predecessors(event.timing);
    if (time === undefined || before.every((id) => ids.has(id))) return event;
    return { ...event, timing: { kind: 'at', time, after: before.filter((id) => ids.has(id)) } };
  });
}

/** The calls of users and the environment in `later` that do not come from `events`. */
function unplannedCalls(
  events: readonly ScenarioEvent[],
  later: readonly LogEntry[],
): readonly ActionEvent[] {
  const known = new Set<EventId>(events.map(({ id }) => id));
  return later.flatMap((entry) => {
    if ((entry.kind !== 'user' && entry.kind !== 'environment') || known.has(entry.event)) return [];
    known.add(entry.event);
    return [futureEvent(entry)];
  });
}

/** Reports the apps that cannot be called here although recorded entries or later events call them. */
function resumeFindings(trace: AreTrace, all: readonly (LogEntry | ScenarioEvent)[]): readonly Finding[] {
  const callers = new Map<AppName, string>();
  for (const one of all)
    if ('action' in one && !callers.has(one.action.app))
      callers.set(one.action.app, 'index' in one ? `entry ${one.index}` : `event ${one.id}`);

  const { apps } = traceApps(trace, callers.keys());
  const positions = new Map<string, number>(trace.apps.map(({ name }, index) => [name, index]));
  return apps.flatMap(({ name, class: className, known }): readonly Finding[] => {
    const caller = callers.get(name);
    if (known || caller === undefined) return [];
    const at = positions.get(name);
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
