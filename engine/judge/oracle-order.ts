import { predecessors } from '../kernel/event-graph.ts';
import type { Timing } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';

interface Placed {
  readonly id: EventId;
  readonly timing: Timing;
}

/** `events`, each after those among them that it waits for, and else as they were. There must be no cycle. */
export function inNeed<Event extends Placed>(events: readonly Event[]): readonly Event[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const ordered = new Set<Event>();
  // A stack of its own, for chains may be longer than calls go deep.
  const stack = events.map((event) => ({ event, before: predecessors(event.timing).values() })).reverse();
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = ordered.has(top.event) ? undefined : top.before.next().value;
    const event = next === undefined ? undefined : byId.get(next);
    if (next === undefined) ordered.add(stack.pop()!.event);
    else if (event !== undefined && !ordered.has(event))
      stack.push({ event, before: predecessors(event.timing).values() });
  }
  return [...ordered];
}
