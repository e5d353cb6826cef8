import type { Pacing } from '../../kernel/pace.ts';
import type { ScenarioEvent } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Problem } from '../../model/problem.ts';
import { after, earlier, type SimSpan, type SimTime } from '../../model/time.ts';
import { few } from './few.ts';
import { orderOf } from './order.ts';
import { outlooksOf } from './outlook.ts';
import { placeholders } from './placeholders.ts';
import { sureStop } from './sure-stop.ts';
import { ties } from './ties.ts';
import { unreachable } from './unreachable.ts';

/** The events of a scenario, and what there is to know of them. */
export interface Graph {
  readonly events: readonly ScenarioEvent[];
  /** Ids that the author gave. */
  readonly named: ReadonlySet<EventId>;
  readonly start: SimTime;
  readonly duration: SimSpan | undefined;
  readonly pacing: Pacing;
}

/** What is wrong or odd with `graph`: a cycle, events that never fire, placeholders that stay text, ties. */
export function checkGraph({ events, named, start, duration, pacing }: Graph): readonly Problem[] {
  const known = new Map<EventId, ScenarioEvent>();
  for (const event of events) known.set(event.id, event);
  const { cycle, events: ordered } = orderOf(known);
  if (cycle !== undefined) return [cycleProblem(cycle)];
  const outlooks = outlooksOf(ordered, start, pacing);
  const stop = sureStop(ordered, outlooks, start);
  const limit = duration === undefined ? undefined : after(start, duration);
  const end = stop === undefined || limit === undefined ? (stop ?? limit) : earlier(stop, limit);
  return [
    ...few(unreachable(ordered, outlooks, end), 'events that never fire'),
    ...few(placeholders(events, known, outlooks), 'placeholders that stay as text'),
    ...few(ties(events, named, outlooks), 'times at which ids decide'),
  ];
}

/** How much of a cycle is told. */
const MOST_NAMED = 12;

function cycleProblem(cycle: readonly ScenarioEvent[]): Problem {
  const names = [...cycle, cycle[0]!].map(({ id }) => `"${id}"`);
  const left = names.length - MOST_NAMED;
  const ids = (left > 1 ? [...names.slice(0, MOST_NAMED - 1), `${left} more`, names.at(-1)!] : names).join(
    ' waits for ',
  );
  return {
    severity: 'error',
    message: `found a cycle: ${ids}; wanted events that do not wait for themselves`,
    place: cycle[0]!.place,
  };
}
