import { compareCodePoints } from '../../kernel/due.ts';
import { checkName } from '../../kernel/polling.ts';
import { placeholderIn } from '../../kernel/results.ts';
import type { ScenarioEvent } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Problem } from '../../model/problem.ts';
import type { Outlook, Outlooks } from './outlook.ts';

type Known = ReadonlyMap<string, ScenarioEvent>;

/** Warns of placeholders in `events` that will stay text, for what they name has not happened by then, or has no answer. */
export function placeholders(
  events: readonly ScenarioEvent[],
  known: Known,
  outlooks: Outlooks,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const event of events) {
    if (!('action' in event) || event.literal === true) continue;
    const { args } = event.action;
    for (const name in args) {
      const value = args[name];
      const id = typeof value === 'string' && value.includes('{{') ? placeholderIn(value)?.id : undefined;
      const found = id === undefined ? undefined : fault(id, event, known, outlooks);
      if (found === undefined) continue;
      const message = `${name}: found a placeholder for ${found}; it stays as text`;
      problems.push({ severity: 'warning', message, place: event.place });
    }
  }
  return problems;
}

function fault(id: string, event: ScenarioEvent, known: Known, outlooks: Outlooks): string | undefined {
  // One check of a condition goes by a name of its own.
  const named = known.get(id) ?? known.get(id.replace(/-CHECK_\d+$/, ''));
  if (named === undefined) return `"${id}", wanted the id of an event`;
  if (named.kind === 'condition' && !/CHECK_\d+/.test(id))
    return `"${id}", a condition, wanted one of its checks, such as ${checkName(id, 0)}`;
  if (named === event) return 'the event itself, wanted another';
  if (named.kind === 'stop' || named.kind === 'agent-validation')
    return `"${id}", which answers nothing, wanted an event with an answer`;
  const own = outlooks.get(event.id)!;
  const other = outlooks.get(named.id)!;
  if (own.sure && firesAfter(named.id, other, event.id, own))
    return `"${id}", which fires later, wanted one before`;
  return undefined;
}

function firesAfter(id: EventId, one: Outlook, otherId: EventId, other: Outlook): boolean {
  if (one.earliest !== other.earliest) return one.earliest > other.earliest;
  if (!one.sure || one.round < other.round) return false;
  return one.round > other.round || compareCodePoints(id, otherId) > 0;
}
