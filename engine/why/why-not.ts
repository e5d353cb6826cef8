import type { PlanOutline } from '../model/event-outline.ts';
import { groupBy } from '../model/group-by.ts';
import type { EventId } from '../model/ids.ts';
import type { Happening } from '../model/log-entry.ts';
import type { BriefStanding, Standing } from '../model/standing.ts';
import { Hindsight } from './hindsight.ts';

/**
 * Where the event `id` stands right after entry `at` of `log`; −1 is before the first. Why has it not fired? A pure
 * function of the plan and the log.
 */
export function whyNot(plan: PlanOutline, log: readonly Happening[], at: number, id: EventId): Standing {
  return new Hindsight(plan, log.slice(0, at + 1)).standingOf(id);
}

/** Where every event of the plan stands right after entry `at`, in the plan's order: what each waits for only in brief. */
export function standingsOf(
  plan: PlanOutline,
  log: readonly Happening[],
  at: number,
): readonly BriefStanding[] {
  const hindsight = new Hindsight(plan, log.slice(0, at + 1));
  const hopeless = hopelessIn(plan, hindsight);
  return plan.events.map(({ id }) => {
    const own = hindsight.ownStanding(id);
    return {
      event: id,
      standing: own ?? { kind: 'waits', on: hindsight.unmet(id), hopeless: hopeless.has(id) },
    };
  });
}

/** The events that wait, in the end, for one that will never let them go. */
function hopelessIn({ events }: PlanOutline, hindsight: Hindsight): ReadonlySet<EventId> {
  const waits = events.flatMap(({ id }) => hindsight.unmet(id).map((before) => ({ id, before })));
  const waiting = groupBy(waits, ({ before }) => before);

  const hopeless = new Set<EventId>();
  const open = events.map(({ id }) => id).filter((id) => isHopeless(hindsight.ownStanding(id)));
  for (let dead = open.pop(); dead !== undefined; dead = open.pop())
    for (const { id } of waiting.get(dead) ?? [])
      if (!hopeless.has(id)) {
        hopeless.add(id);
        open.push(id);
      }
  return hopeless;
}

/** Of one that others still wait for: it has fired and does not let go, or never will. */
const isHopeless = (standing: ReturnType<Hindsight['ownStanding']>): boolean =>
  standing?.kind === 'impossible' || standing?.kind === 'fired';
