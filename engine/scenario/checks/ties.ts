import { compareCodePoints } from '../../kernel/due.ts';
import type { ScenarioEvent } from '../../model/event.ts';
import { groupBy } from '../../model/group-by.ts';
import type { EventId } from '../../model/ids.ts';
import type { Problem } from '../../model/problem.ts';
import { formatInstant } from '../../model/time.ts';
import type { Outlooks } from './outlook.ts';

const MOST_NAMES = 3;

/** Notes where events with ids of their own fire at one time with nothing between them, so that these ids decide the order. */
export function ties(
  events: readonly ScenarioEvent[],
  named: ReadonlySet<EventId>,
  outlooks: Outlooks,
): readonly Problem[] {
  const sure = events.filter(({ id, dormant }) => !dormant && named.has(id) && outlooks.get(id)!.sure);
  const groups = groupBy(sure, ({ id }) => {
    const { earliest, round } = outlooks.get(id)!;
    return `${earliest} ${round}`;
  });
  return Array.from(groups.values())
    .filter((group) => group.length > 1)
    .map((group) => tie(group, outlooks));
}

function tie(group: readonly ScenarioEvent[], outlooks: Outlooks): Problem {
  const last = group.at(-1)!;
  const ids = group.map(({ id }) => id).sort(compareCodePoints);
  const more = ids.length - MOST_NAMES;
  const listed =
    ids
      .slice(0, MOST_NAMES)
      .map((id) => `"${id}"`)
      .join(', ') + (more > 0 ? ` and ${more} more` : '');
  const time = formatInstant(outlooks.get(last.id)!.earliest);
  const message =
    `found ${ids.length} events at ${time} with nothing between them: ${listed} fire in the order of their ids; ` +
    'wanted times, or one after another, where the order matters';
  return { severity: 'note', message, place: last.place };
}
