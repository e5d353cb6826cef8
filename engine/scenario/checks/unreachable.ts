import { waitsOf } from '../../kernel/event-graph.ts';
import type { ScenarioEvent } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Problem } from '../../model/problem.ts';
import { formatInstant, type SimTime } from '../../model/time.ts';
import type { Outlooks } from './outlook.ts';

/** Warns of the events that never fire: after a stop, or after the run's `end`. Of what waits for them only they are told. */
export function unreachable(
  ordered: readonly ScenarioEvent[],
  outlooks: Outlooks,
  end: SimTime | undefined,
): readonly Problem[] {
  const stops = new Set(ordered.filter(({ kind }) => kind === 'stop').map(({ id }) => id));
  if (stops.size === 0 && end === undefined) return [];
  const lost = new Set<EventId>();
  const problems: Problem[] = [];
  for (const { id, timing, place } of ordered) {
    let follows = false;
    let stop: EventId | undefined;
    for (const { event } of waitsOf(timing)) {
      follows ||= lost.has(event);
      if (stops.has(event)) stop ??= event;
    }
    const { earliest } = outlooks.get(id)!;
    const late = end !== undefined && earliest > end;
    if (!follows && stop === undefined && !late) continue;
    lost.add(id);
    if (follows) continue;
    const found =
      stop === undefined
        ? `due at ${formatInstant(earliest)} at the earliest`
        : `waiting for "${stop}", which ends the run`;
    const wanted =
      stop === undefined ? `a time up to the run's end, ${formatInstant(end!)}` : 'another event';
    problems.push({ severity: 'warning', message: `found "${id}" ${found}, wanted ${wanted}`, place });
  }
  return problems;
}
