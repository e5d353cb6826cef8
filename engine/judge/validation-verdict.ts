import type { ValidationEvent } from '../model/event.ts';
import type { ValidationEntry } from '../model/log-entry.ts';
import type { Shortfall, ShortfallReason } from '../model/verdict.ts';
import { checkResults, type Judged } from './judged.ts';
import { isUnfinished } from './unfinished.ts';

/** What a validation came to, read off its `looks`, of which those that showed nothing new may be missing. */
export function judgeValidation(event: ValidationEvent, looks: readonly ValidationEntry[]): Judged {
  const last = looks.at(-1);
  const told = looks.map(({ achieved, tripped, index }) => ({ achieved, tripped, entry: index }));
  return { checks: checkResults(event, told, last?.index), shortfalls: shortfallsOf(event, last) };
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

/** `looks`, to which `look` is added: of those that show nothing new only the last is kept. */
export function withLook(
  looks: readonly ValidationEntry[],
  look: ValidationEntry,
): readonly ValidationEntry[] {
  const last = looks.at(-1);
  const telling = last === undefined || showsNews(last, looks.at(-2)) ? looks : looks.slice(0, -1);
  return [...telling, look];
}

const showsNews = ({ achieved, tripped }: ValidationEntry, before: ValidationEntry | undefined): boolean =>
  tripped.length > 0 || achieved.length > (before?.achieved.length ?? 0);
