import type { ScenarioEvent } from '../../model/event.ts';
import type { Problem } from '../../model/problem.ts';

/** Warns of what happens the moment the run begins, where its author most likely meant it to come later. */
export function early(events: readonly ScenarioEvent[]): readonly Problem[] {
  const othersAct = events.some((event) => 'action' in event && event.kind !== 'agent' && !event.dormant);
  return events
    .filter(({ timing, dormant }) => timing.kind === 'from-start' && timing.delay === 0 && !dormant)
    .flatMap((event): readonly Problem[] => {
      const { id, place } = event;
      if (event.kind === 'validation' && event.timeout === 1 && event.milestones.length > 0)
        return [
          {
            severity: 'warning',
            message: `found "${id}" looking once, as the run begins, wanted .timeout(ticks) or .untilTheEnd(), or something to wait for`,
            place,
          },
        ];
      if ('oracle' in event && event.oracle && othersAct)
        return [
          {
            severity: 'warning',
            message: `found the oracle's "${id}" as the run begins, wanted it .after(…) what it answers, or .at(…) a time`,
            place,
          },
        ];
      return [];
    });
}
