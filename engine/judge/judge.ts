import type { ScenarioEvent, ValidationEvent } from '../model/event.ts';
import type { LogEntry, ValidationEntry } from '../model/log-entry.ts';
import type { CheckResult, Shortfall, Verdict } from '../model/verdict.ts';

/**
 * Whether the run that left `log` did what its scenario asks. A pure function of the log, so that live and reopened runs
 * get the same verdict.
 */
export function judge(events: readonly ScenarioEvent[], log: readonly LogEntry[]): Verdict {
  const validations = events.filter((event) => event.kind === 'validation');
  const checked = new Map<string, ValidationEntry[]>(validations.map(({ id }) => [id, []]));
  for (const entry of log) if (entry.kind === 'validation') checked.get(entry.event)?.push(entry);

  const results = validations.map((event) => resultsOf(event, checked.get(event.id)!));
  const shortfalls = [...log.flatMap(brokenCheck), ...results.flatMap(({ shortfalls }) => shortfalls)];
  return { passed: shortfalls.length === 0, checks: results.flatMap(({ checks }) => checks), shortfalls };
}

function resultsOf(
  event: ValidationEvent,
  entries: readonly ValidationEntry[],
): { checks: readonly CheckResult[]; shortfalls: readonly Shortfall[] } {
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

function shortfallsOf({ id }: ValidationEvent, last: ValidationEntry | undefined): readonly Shortfall[] {
  if (last === undefined) return [{ message: `${id} was never checked`, entry: undefined }];
  const entry = last.index;
  if (last.verdict === 'passed' || last.outcome.status === 'failed') return [];
  if (last.tripped.length > 0)
    return last.tripped.map((name) => ({ message: `stepped on minefield "${name}"`, entry }));
  if (last.open.length > 0) {
    const when = last.verdict === 'failed' ? 'in time' : 'before the run ended';
    return last.open.map((name) => ({ message: `milestone "${name}" was not reached ${when}`, entry }));
  }
  return [{ message: `${id} was still watching its minefields when the run ended`, entry }];
}

function brokenCheck({ kind, event, index, outcome }: LogEntry): readonly Shortfall[] {
  if ((kind !== 'condition' && kind !== 'validation') || outcome.status !== 'failed') return [];
  const { type, message } = outcome.error;
  return [{ message: `${kind} ${event} broke: ${type}: ${message}`, entry: index }];
}
