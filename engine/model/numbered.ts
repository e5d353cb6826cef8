import { eventId, type EventId } from './ids.ts';

/**
 * A name for one more that wants to be called `id`, which is taken: `pay-0`, or the next that is not.
 *
 * @param counts how many were tried before, by what they wanted to be called; it is kept up to date
 */
export function numbered(
  id: EventId,
  taken: Pick<ReadonlyMap<EventId, unknown>, 'has'>,
  counts: Map<EventId, number>,
): EventId {
  for (let count = counts.get(id) ?? 0; ; count += 1) {
    const name = eventId(`${id}-${count}`);
    if (taken.has(name)) continue;
    counts.set(id, count);
    return name;
  }
}
