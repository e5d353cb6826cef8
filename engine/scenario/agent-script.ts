import * as z from 'zod/mini';
import {
  type ActionEntry,
  type ActionEvent,
  after,
  appName,
  type EntryHead,
  eventId,
  type EventId,
  type Finding,
  findingText,
  type Intervention,
  type Json,
  type JsonObject,
  nextFreeId,
  type Problem,
  readJsonAs,
  type ScenarioEvent,
  seconds,
  type SimSpan,
  type SimTime,
  toSeconds,
} from '../model/index.ts';
import type { Plan } from '../world/index.ts';
import { checkGraph } from './checks.ts';
import { plannedBy } from './plan-outline.ts';
import { ScenarioError } from './scenario.ts';

/** One call of an agent's script. */
export interface ScriptedCall {
  /** Seconds after the run's start. */
  readonly at: number;
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The id of the oracle event that this call replaces; otherwise the call's own id. */
  readonly event?: string | undefined;
  /** Ids of events that must fire before the call, whatever its time. */
  readonly after?: readonly string[] | undefined;
}

/** The latest time of a call, in seconds: longer spans have no exact microseconds. */
const LATEST_SECONDS = 9_000_000_000;

const name = z.string().check(z.minLength(1)).check(z.maxLength(1000));
const shape = z.lazy(() =>
  z.strictObject({
    agent: z.array(
      z.strictObject({
        at: z.number().check(z.minimum(0)).check(z.maximum(LATEST_SECONDS)),
        app: name,
        tool: name,
        args: z.optional(
          z.record(
            z.string(),
            z.custom<Json>((value: unknown) => value !== undefined),
          ),
        ),
        event: z.optional(name),
        after: z.optional(z.array(name)),
      }),
    ),
  }),
);

/**
 * Parses an agent script: `{"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {…}}]}`.
 * @throws {ScenarioError} when `text` is not an agent script.
 */
export function readAgentScript(text: string, file: string): readonly ScriptedCall[] {
  const read = readJsonAs(shape, text);
  if ('findings' in read) throw scriptError(file, read.findings);
  return read.data.agent.map(({ args = {}, ...call }) => ({ ...call, args }));
}

const scriptError = (file: string, findings: readonly Finding[]): ScenarioError =>
  new ScenarioError(
    findings.map((finding) => ({
      severity: 'error',
      message: `${file}${finding.path === '' ? ':' : ','} ${findingText(finding)}`,
      place: undefined,
    })),
  );

/** The parts of a run that {@link writeAgentScript} reads. */
export interface ScriptSource {
  readonly start: SimTime;
  readonly entries: readonly EntryHead[];
  /** The ids of the planned events; for a trace without a plan, of all events in its log. */
  readonly planned: ReadonlySet<string>;
}

/**
 * Writes the agent's calls from entry `from` on as a script, with the same times and predecessors. For runs whose agent was the
 * oracle or is recorded in a trace; other agents repeat their turns instead.
 */
export function writeAgentScript({ start, entries, planned }: ScriptSource, from: number): string {
  const calls = entries.slice(from).flatMap((entry): readonly ScriptedCall[] => {
    if (!isCall(entry)) return [];
    const { app, tool, args, resolved = args } = entry.action;
    const before = entry.causes.map((cause) => entries[cause]!.event);
    const causes = [...new Set(before)].filter((id) => planned.has(id));
    return [
      {
        at: toSeconds(Math.max(0, entry.due - start) as SimSpan),
        app,
        tool,
        args: resolved,
        event: entry.event,
        ...(causes.length === 0 ? {} : { after: causes }),
      },
    ];
  });
  return `{"agent": [\n${calls.map((call) => JSON.stringify(call)).join(',\n')}\n]}\n`;
}

const isCall = (entry: EntryHead): entry is Omit<ActionEntry, 'changes'> =>
  entry.kind === 'agent' && entry.outcome.status !== 'skipped';

/**
 * Adds the calls of the scripted agents in `interventions` to `plan`. A call becomes an event at its time, or replaces the
 * oracle's event that it names.
 *
 * @param scripts texts by path
 * @throws {ScenarioError} for a text that is not a script, and for calls that wait for each other or for unknown events.
 */
export function applyAgentScripts(
  plan: Plan,
  interventions: readonly Intervention[],
  scripts: ReadonlyMap<string, string>,
): Plan {
  const asked = interventions.filter((one) => one.kind === 'agent');
  if (asked.length === 0) return plan;
  const events = new Map(plan.events.map((event) => [event.id, event]));
  const counts = new Map<EventId, number>();
  const leftOut: Problem[] = [];
  let order = 0;
  for (const { script, since, till } of asked) {
    const calls = readAgentScript(scripts.get(script) ?? '', script);
    const early: number[] = [];
    for (const [index, call] of calls.entries()) {
      const time = after(plan.start, seconds(call.at));
      if (since !== undefined && time <= since) early.push(index);
      else if (till === undefined || time < till) {
        const id = eventIdFor(eventId(call.event ?? `agent-${index}`), events, counts);
        events.set(id, scriptedEvent(call, id, time, order, events.get(id)));
        order += 1;
      }
    }
    if (since !== undefined && early.length > 0)
      leftOut.push(callsLeftOut(script, calls, early, plan.start, since));
    checkPredecessors(
      calls.filter((_, index) => !early.includes(index)),
      events,
      script,
    );
  }
  const scripted = { ...plan, events: [...events.values()], problems: [...plan.problems, ...leftOut] };
  const { start, duration, tickPolicy } = plan;
  const problems = checkGraph({ events: scripted.events, named: new Set(), start, duration, tickPolicy });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ScenarioError(errors);
  return scripted;
}

/**
 * The problem of calls that are due before the branch begins.
 * @throws {ScenarioError} when no call is left.
 */
function callsLeftOut(
  script: string,
  calls: readonly ScriptedCall[],
  early: readonly number[],
  start: SimTime,
  since: SimTime,
): Problem {
  const branched = `the branch begins after ${toSeconds((since - start) as SimSpan)} s`;
  const problem = { severity: 'warning', place: undefined } as const;
  if (early.length === calls.length)
    throw new ScenarioError([
      {
        ...problem,
        severity: 'error',
        message: `${script}: no call is left: ${branched}, and all calls are earlier.`,
      },
    ]);
  const named = early.map(
    (at) => `agent[${at}] (${calls[at]!.app}.${calls[at]!.tool} at ${calls[at]!.at} s)`,
  );
  return { ...problem, script, message: `${script}: left out because ${branched}: ${named.join(', ')}.` };
}

/** `wanted` if the id is free or belongs to an oracle event; otherwise a new id. */
function eventIdFor(
  wanted: EventId,
  events: ReadonlyMap<EventId, ScenarioEvent>,
  counts: Map<EventId, number>,
): EventId {
  const taken = events.get(wanted);
  const isFree =
    taken === undefined || (taken.kind === 'agent' && taken.oracle && taken.scripted === undefined);
  return isFree ? wanted : nextFreeId(wanted, events, counts);
}

const scriptedEvent = (
  { app, tool, args, after = [] }: ScriptedCall,
  id: EventId,
  time: SimTime,
  order: number,
  planned: ScenarioEvent | undefined,
): ActionEvent => ({
  id,
  kind: 'agent',
  timing: { kind: 'at', time, after: after.map(eventId) },
  place: planned?.place,
  action: { app: appName(app), tool, args },
  oracle: planned !== undefined,
  // The id is that of an event of the oracle's.
  ...(planned && 'action' in planned && { planned: plannedBy(planned) }),
  scripted: order,
  onFailure: 'continue',
});

/** @throws {ScenarioError} when a call waits for an event that is not planned. */
function checkPredecessors(
  calls: readonly ScriptedCall[],
  events: ReadonlyMap<EventId, ScenarioEvent>,
  script: string,
): void {
  const problems = calls.flatMap(({ after = [] }, index) =>
    after
      .filter((id) => !events.has(eventId(id)))
      .map((id) => ({
        severity: 'error' as const,
        message: `${script}, agent[${index}].after: "${id}" is not the id of an event of the scenario.`,
        place: undefined,
      })),
  );
  if (problems.length > 0) throw new ScenarioError(problems);
}
