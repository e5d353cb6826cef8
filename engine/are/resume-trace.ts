import { fromRecorded, toolsOf } from '../apps/index.ts';
import type { Recording } from '../world/index.ts';
import {
  type ActionEntry,
  type ActionEvent,
  type AppName,
  type EventId,
  type Finding,
  type LogEntry,
  predecessors,
  type ScenarioEvent,
  TraceError,
} from '../model/index.ts';
import type { Planning } from '../scenario/index.ts';
import { TraceCallReplayer } from './call-replayer.ts';
import { type AreTrace, parseTrace } from './format.ts';
import { recordedEntries } from './read-log.ts';
import { castOf, startOf } from './read-trace.ts';
import { planOfTrace, type TracePlan } from './trace-plan.ts';

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
    return [recordedEvent(entry)];
  });
}

const recordedEvent = ({ kind, event, due, action: { app, tool, args } }: ActionEntry): ActionEvent => ({
  id: event,
  kind,
  timing: { kind: 'at', time: due, after: [] },
  place: undefined,
  action: { app, tool, args },
  oracle: false,
  onFailure: 'continue',
});

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
