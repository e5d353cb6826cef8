import type { ActionEvent, ScenarioEvent } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import type { ActionEntry, LogEntry } from '../model/log-entry.ts';
import { predecessors } from '../kernel/event-graph.ts';
import type { Planning } from '../scenario/plan.ts';
import { parseTrace } from '../trace/parse-trace.ts';
import { startOf } from '../trace/read-are-trace.ts';
import { recordedEntries } from '../trace/recorded-entries.ts';
import type { Recording } from '../trace/rehearsal.ts';
import { TraceError } from '../trace/trace-error.ts';
import { planOfTrace, type TracePlan } from './plan-of-trace.ts';
import { resumeFindings } from './resume-findings.ts';

/** A recorded trace, ready to go on from one of its entries. */
export interface ResumedTrace extends TracePlan {
  /** What was recorded before and after. */
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
  { at, oracle, ...planning }: Omit<Planning, 'surroundings'> & { at: number; oracle: boolean },
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
    recording: { past, later: rest },
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
