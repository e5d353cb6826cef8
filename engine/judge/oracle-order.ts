import { predecessors } from '../kernel/event-graph.ts';
import type { Timing } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';

interface Placed {
  readonly id: EventId;
  readonly timing: Timing;
}

/** `events`, each after those among them that it waits for, and else as they were. Of those in a cycle the first comes last. */
export function inNeed<Event extends Placed>(events: readonly Event[]): readonly Event[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const begun = new Set<Event>();
  const ordered: Event[] = [];
  for (const root of events) {
    // A stack of its own, for chains may be longer than calls go deep.
    const stack: { readonly event: Event; readonly before: Iterator<EventId, undefined> }[] = [];
    const begin = (event: Event): void => {
      begun.add(event);
      stack.push({ event, before: predecessors(event.timing).values() });
    };
    if (!begun.has(root)) begin(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.before.next();
      const event = next.done === true ? undefined : byId.get(next.value);
      if (next.done === true) ordered.push(stack.pop()!.event);
      else if (event !== undefined && !begun.has(event)) begin(event);
    }
  }
  return ordered;
}
