import { dueOf, readAgentScript, type ScriptedCall } from './agent-script.ts';
import type { Amendment } from '../model/amendment.ts';
import type { ActionEvent, ScenarioEvent } from '../model/event.ts';
import { appName, eventId, type EventId } from '../model/ids.ts';
import { numbered } from '../model/numbered.ts';
import type { SimTime } from '../model/time.ts';
import { checkGraph } from '../scenario/checks/check-graph.ts';
import type { Plan } from '../scenario/plan.ts';
import { ScenarioError } from '../scenario/scenario-error.ts';

/**
 * `plan` with the calls of the agents that `amendments` put in: each is an event at its time, or stands in for the oracle's
 * event that it names.
 *
 * @param scripts their texts, by path
 * @throws {ScenarioError} for a text that is no script, and for calls that wait for themselves or for what is not planned.
 */
export function followScripts(
  plan: Plan,
  amendments: readonly Amendment[],
  scripts: ReadonlyMap<string, string>,
): Plan {
  const asked = amendments.filter((one) => one.kind === 'agent');
  if (asked.length === 0) return plan;
  const events = new Map(plan.events.map((event) => [event.id, event]));
  const counts = new Map<EventId, number>();
  for (const { script, till } of asked) {
    const calls = readAgentScript(scripts.get(script) ?? '', script);
    for (const [at, call] of calls.entries()) {
      const time = dueOf(call, plan.start);
      if (till !== undefined && time >= till) continue;
      const id = idOf(eventId(call.event ?? `agent-${at}`), events, counts);
      events.set(id, eventOf(call, id, time, events.get(id)));
    }
    demandKnown(calls, events, script);
  }
  const followed = { ...plan, events: [...events.values()] };
  const { start, duration, pacing } = plan;
  const problems = checkGraph({ events: followed.events, named: new Set(), start, duration, pacing });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ScenarioError(errors);
  return followed;
}

/** The oracle's event that is `wanted`, or a name that no event has. */
function idOf(
  wanted: EventId,
  events: ReadonlyMap<EventId, ScenarioEvent>,
  counts: Map<EventId, number>,
): EventId {
  const taken = events.get(wanted);
  const isFree = taken === undefined || (taken.kind === 'agent' && taken.oracle && taken.scripted !== true);
  return isFree ? wanted : numbered(wanted, events, counts);
}

const eventOf = (
  { app, tool, args, after = [] }: ScriptedCall,
  id: EventId,
  time: SimTime,
  planned: ScenarioEvent | undefined,
): ActionEvent => ({
  id,
  kind: 'agent',
  timing: { kind: 'at', time, after: after.map(eventId) },
  place: planned?.place,
  action: { app: appName(app), tool, args },
  oracle: planned !== undefined,
  scripted: true,
  onFailure: 'continue',
});

function demandKnown(
  calls: readonly ScriptedCall[],
  events: ReadonlyMap<EventId, ScenarioEvent>,
  script: string,
): void {
  const problems = calls.flatMap(({ after = [] }, at) =>
    after
      .filter((id) => !events.has(eventId(id)))
      .map((id) => ({
        severity: 'error' as const,
        message: `${script}: agent[${at}].after: found "${id}", wanted the id of an event of the scenario`,
        place: undefined,
      })),
  );
  if (problems.length > 0) throw new ScenarioError(problems);
}
