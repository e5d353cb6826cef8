import type { ScenarioEvent, Timing } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import { after, later, type SimTime } from '../model/time.ts';

/** What still keeps an event from its time. */
interface Waiting {
  readonly event: ScenarioEvent;
  open: number;
  /** Not before this: what its finished predecessors ask for so far. */
  due: SimTime;
  readonly causes: number[];
}

/** An event that has become ready. */
export interface Ready {
  readonly event: ScenarioEvent;
  readonly time: SimTime;
  readonly causes: readonly number[];
}

/** Who waits for whom. An event is ready when every event it waits for has fired, and is due its delay later. */
export class EventGraph {
  readonly #start: SimTime;
  readonly #waiting = new Map<EventId, Waiting>();
  readonly #followers = new Map<EventId, Waiting[]>();
  readonly #roots: Ready[] = [];

  constructor(events: readonly ScenarioEvent[], start: SimTime) {
    this.#start = start;
    for (const event of events) this.#add(event);
  }

  /** Events that wait for nobody, in the order of declaration. */
  get roots(): readonly Ready[] {
    return this.#roots;
  }

  /** Events that have not become ready. */
  get waiting(): readonly ScenarioEvent[] {
    return [...this.#waiting.values()].map(({ event }) => event);
  }

  /**
   * Says that `event`, due at `due`, has fired as entry `entry`; answers who became ready by it. An event counts from the
   * latest of the events it waits for, each with its own delay.
   */
  release(event: EventId, due: SimTime, entry: number): Ready[] {
    const ready: Ready[] = [];
    for (const follower of this.#followers.get(event) ?? []) {
      follower.open -= 1;
      follower.due = later(follower.due, dueAfter(follower.event.timing, event, due));
      follower.causes.push(entry);
      if (follower.open > 0) continue;
      this.#waiting.delete(follower.event.id);
      ready.push({ event: follower.event, time: follower.due, causes: follower.causes });
    }
    this.#followers.delete(event);
    return ready;
  }

  #add(event: ScenarioEvent): void {
    const { timing } = event;
    const before = predecessors(timing);
    const due = timing.kind === 'at' ? timing.time : this.#start;
    if (before.length === 0) {
      const time = timing.kind === 'from-start' ? after(this.#start, timing.delay) : due;
      this.#roots.push({ event, time, causes: [] });
      return;
    }
    const waiting = { event, open: before.length, due, causes: [] };
    this.#waiting.set(event.id, waiting);
    for (const id of before) {
      const followers = this.#followers.get(id);
      if (followers === undefined) this.#followers.set(id, [waiting]);
      else followers.push(waiting);
    }
  }
}

/** The events that `timing` waits for, each once. */
export function predecessors(timing: Timing): readonly EventId[] {
  switch (timing.kind) {
    case 'from-start':
      return [];
    case 'after':
      return [...new Set(timing.edges.map(({ event }) => event))];
    case 'at':
      return [...new Set(timing.after)];
  }
}

function dueAfter(timing: Timing, event: EventId, due: SimTime): SimTime {
  if (timing.kind === 'at') return timing.time;
  if (timing.kind === 'from-start') return due;
  return timing.edges.reduce(
    (latest, edge) => (edge.event === event ? later(latest, after(due, edge.delay)) : latest),
    due,
  );
}
