import { grown } from './collections.ts';
import { type ScenarioEvent, waitsOf } from './event.ts';
import type { EventId } from './ids.ts';

type Waiting = Pick<ScenarioEvent, 'id' | 'timing'>;

/** Events so that each comes after all it waits for; or the events of a cycle, each waiting for the next. */
export type Order<Event> =
  | { readonly events: readonly Event[]; readonly cycle?: never }
  | { readonly cycle: readonly Event[]; readonly events?: never };

/** Walks without recursion: chains are long. */
export function orderOf<Event extends Waiting>(known: ReadonlyMap<EventId, Event>): Order<Event> {
  const events: Event[] = [];
  const done = new Set<EventId>();
  const path = new Set<Event>();
  const stack: Event[] = [];
  for (const root of known.values()) {
    stack.push(root);
    for (let event = stack.at(-1); event !== undefined; event = stack.at(-1)) {
      const open = done.has(event.id) || path.has(event) ? [] : openBefore(event, known, done);
      if (open.length === 0) {
        stack.pop();
        path.delete(event);
        if (!done.has(event.id)) events.push(event);
        done.add(event.id);
        continue;
      }
      path.add(event);
      const first = open.find((before) => path.has(before));
      if (first !== undefined) {
        const waiting = [...path];
        return { cycle: waiting.slice(waiting.indexOf(first)) };
      }
      for (const before of open) stack.push(before);
    }
  }
  return { events };
}

/** What `event` waits for that is not done. */
function openBefore<Event extends Waiting>(
  { timing }: Event,
  known: ReadonlyMap<EventId, Event>,
  done: ReadonlySet<EventId>,
): readonly Event[] {
  let open: Event[] = [];
  for (const { event: id } of waitsOf(timing)) {
    const event = done.has(id) ? undefined : known.get(id);
    if (event !== undefined) open = grown(open, event);
  }
  return open;
}
