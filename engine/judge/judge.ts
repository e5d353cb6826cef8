import type { AgentValidationEvent, ScenarioEvent, ValidationEvent } from '../model/event.ts';
import type { LogEntry, ValidationEntry } from '../model/log-entry.ts';
import { ENDLESS } from '../model/outcome.ts';
import type { CheckResult, Shortfall, ShortfallReason, Verdict } from '../model/verdict.ts';
import { judgeAgentValidation } from './agent-verdict.ts';
import { isUnfinished } from './unfinished.ts';

/** What one validation contributes to a verdict. */
export interface Judged {
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
}

/**
 * Whether the run that left `log` did what its scenario asks. A pure function of the log, so that live and reopened runs
 * get the same verdict.
 */
export function judge(events: readonly ScenarioEvent[], log: readonly LogEntry[]): Verdict {
  const validations = events.filter(
    (event) => event.kind === 'validation' || event.kind === 'agent-validation',
  );
  const checked = new Map<string, ValidationEntry[]>(validations.map(({ id }) => [id, []]));
  for (const entry of log) if (entry.kind === 'validation') checked.get(entry.event)?.push(entry);

  const judged = validations.map((event: ValidationEvent | AgentValidationEvent) =>
    event.kind === 'validation'
      ? judgeValidation(event, checked.get(event.id)!)
      : judgeAgentValidation(event, log),
  );
  const failures = [...log.flatMap(brokenCheck), ...fatalActions(events, log)];
  const shortfalls = [...failures, ...judged.flatMap(({ shortfalls }) => shortfalls)];
  return { passed: shortfalls.length === 0, checks: judged.flatMap(({ checks }) => checks), shortfalls };
}

function judgeValidation(event: ValidationEvent, entries: readonly ValidationEntry[]): Judged {
  const last = entries.at(-1);
  const named = { validation: event.id };

  const milestones = event.milestones.map(({ name }): CheckResult => {
    const first = entries.find(({ achieved }) => achieved.includes(name));
    const status = first !== undefined ? 'reached' : last === undefined ? 'not-checked' : 'missed';
    return { ...named, check: name, kind: 'milestone', status, entry: (first ?? last)?.index };
  });
  const minefields = event.minefields.map(({ name }): CheckResult => {
    const first = entries.find(({ tripped }) => tripped.includes(name));
    const status = first !== undefined ? 'tripped' : last === undefined ? 'not-checked' : 'clear';
    return { ...named, check: name, kind: 'minefield', status, entry: (first ?? last)?.index };
  });
  return { checks: [...milestones, ...minefields], shortfalls: shortfallsOf(event, last) };
}

function shortfallsOf(event: ValidationEvent, last: ValidationEntry | undefined): readonly Shortfall[] {
  const entry = last?.index;
  const short = (reason: ShortfallReason, message: string): Shortfall => ({ reason, message, entry });
  if (last === undefined) return [short('never_checked', `${event.id} was never checked`)];
  if (last.verdict === 'passed' || last.outcome.status === 'failed') return [];
  if (last.tripped.length > 0)
    return last.tripped.map((name) => short('minefield', `stepped on minefield "${name}"`));
  if (last.verdict === 'failed')
    return last.open.map((name) =>
      short('validation_timeout', `milestone "${name}" was not reached in time`),
    );
  if (last.open.length > 0)
    return last.open.map((name) =>
      short('validation_still_active', `milestone "${name}" was not reached before the run ended`),
    );
  return isUnfinished(event, last)
    ? [short('validation_still_active', `${event.id} was still watching its minefields when the run ended`)]
    : [];
}

function brokenCheck({ kind, event, index, outcome }: LogEntry): readonly Shortfall[] {
  if ((kind !== 'condition' && kind !== 'validation') || outcome.status !== 'failed') return [];
  const { type, message } = outcome.error;
  return [{ reason: 'broken_check', message: `${kind} ${event} broke: ${type}: ${message}`, entry: index }];
}

/** Failures that the scenario says end the run, and tools that did not come back. */
function fatalActions(events: readonly ScenarioEvent[], log: readonly LogEntry[]): readonly Shortfall[] {
  const fatal = new Set<string>();
  for (const event of events) if ('onFailure' in event && event.onFailure === 'stop') fatal.add(event.id);
  return log.flatMap((entry): readonly Shortfall[] => {
    const { event, index, outcome } = entry;
    if (!('action' in entry) || outcome.status !== 'failed') return [];
    if (!fatal.has(event) && outcome.error.type !== ENDLESS) return [];
    return [{ reason: 'action_failed', message: `${event} failed: ${outcome.error.message}`, entry: index }];
  });
}
