import type { ScenarioEvent } from '../../model/event.ts';
import type { Problem } from '../../model/problem.ts';

/** Warns of validations that pass whatever happens, because nothing is to be checked. */
export const idle = (events: readonly ScenarioEvent[]): readonly Problem[] =>
  events
    .filter((event) => 'milestones' in event && event.milestones.length + event.minefields.length === 0)
    .map(({ id, place }) => ({
      severity: 'warning',
      message: `found "${id}" with nothing to check, wanted a milestone or a minefield`,
      place,
    }));
