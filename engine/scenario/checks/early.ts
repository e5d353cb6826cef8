import type { ScenarioEvent } from '../../model/event.ts';
import type { Problem } from '../../model/problem.ts';
import { formatInstant, type SimTime } from '../../model/time.ts';

/** Warns of what happens the moment the run begins, where its author most likely meant it to come at another time. */
export function early(events: readonly ScenarioEvent[], start: SimTime): readonly Problem[] {
  const othersAct = events.some((event) => 'action' in event && event.kind !== 'agent' && !event.dormant);
  return events
    .filter(({ dormant }) => dormant !== true)
    .flatMap((event): readonly Problem[] => {
      const message = beforeStart(event, start) ?? (atStart(event) ? misplaced(event, othersAct) : undefined);
      return message === undefined ? [] : [{ severity: 'warning', message, place: event.place }];
    });
}

const beforeStart = ({ id, timing }: ScenarioEvent, start: SimTime): string | undefined =>
  timing.kind === 'at' && timing.time < start
    ? `found "${id}" at ${formatInstant(timing.time)}, wanted a time from the run's start on, ${formatInstant(start)}; it fires then`
    : undefined;

const atStart = ({ timing }: ScenarioEvent): boolean => timing.kind === 'from-start' && timing.delay === 0;

function misplaced(event: ScenarioEvent, othersAct: boolean): string | undefined {
  if (event.kind === 'validation' && event.timeout === 1 && event.milestones.length > 0)
    return `found "${event.id}" looking once, as the run begins, wanted .timeout(ticks) or .untilTheEnd(), or something to wait for`;
  if ('oracle' in event && event.oracle && othersAct)
    return `found the oracle's "${event.id}" as the run begins, wanted it .after(…) what it answers, or .at(…) a time`;
  return undefined;
}
