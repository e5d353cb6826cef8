import type { ScenarioEvent, Timing } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import type { EventId } from '../model/ids.ts';
import { after, later, type SimTime } from '../model/time.ts';

/** What still keeps an event from its time. */
interface Waiting {
  readonly event: ScenarioEvent;
  open: number;
  /** Not before this: what its finished predecessors ask for so far. */
  due: SimTime;
  causes: number[];
}

/** An event that has become ready. */
export interface Ready {
  readonly event: ScenarioEvent;
  readonly time: SimTime;
  readonly causes: readonly number[];
}

const NONE: readonly [] = [];

/** An event has let its successors go: when it was due, and the entry it did so with. */
export interface Release {
  readonly due: SimTime;
  readonly entry: number;
}

/** Who waits for whom. An event is ready when every event it waits for has fired, and is due its delay later. */
export class EventGraph {
  readonly #start: SimTime;
  readonly #followers = new Map<EventId, Waiting[]>();

  constructor(start: SimTime) {
    this.#start = start;
  }

  /**
   * Says that `event`, due at `due`, has fired as entry `entry`; answers who became ready by it. An event counts from the
   * latest of the events it waits for, each with its own delay.
   */
  release(event: EventId, due: SimTime, entry: number): readonly Ready[] {
    const followers = this.#followers.get(event);
    if (followers === undefined) return NONE;
    const ready: Ready[] = [];
    for (const follower of followers) {
      this.#satisfy(follower, event, { due, entry });
      if (follower.open > 0) continue;
      ready.push({ event: follower.event, time: follower.due, causes: follower.causes });
    }
    this.#followers.delete(event);
    return ready;
  }

  /**
   * Takes `event` in. Answers when it is due if it waits for nothing any more; `released` says which entry released its
   * successors before.
   */
  add(event: ScenarioEvent, released: (id: EventId) => Release | undefined): Ready | undefined {
    const { timing } = event;
    const before = predecessors(timing);
    const due = timing.kind === 'at' ? timing.time : this.#start;
    if (before.length === 0) {
      const time = timing.kind === 'from-start' ? after(this.#start, timing.delay) : due;
      return { event, time, causes: NONE };
    }
    const waiting: Waiting = { event, open: before.length, due, causes: [] };
    for (const id of before) {
      const release = released(id);
      if (release !== undefined) this.#satisfy(waiting, id, release);
      else if (!this.#followers.get(id)?.push(waiting)) this.#followers.set(id, [waiting]);
    }
    if (waiting.open === 0) return { event, time: waiting.due, causes: waiting.causes };
    return undefined;
  }

  #satisfy(waiting: Waiting, by: EventId, { due, entry }: Release): void {
    waiting.open -= 1;
    waiting.due = later(waiting.due, dueAfter(waiting.event.timing, by, due));
    waiting.causes = grown(waiting.causes, entry);
  }
}

/** The events that `timing` waits for, each once. */
export function predecessors(timing: Timing): readonly EventId[] {
  switch (timing.kind) {
    case 'from-start':
      return NONE;
    case 'after':
      return timing.edges.length === 1
        ? [timing.edges[0].event]
        : [...new Set(timing.edges.map(({ event }) => event))];
    case 'at':
      return timing.after.length === 0 ? NONE : [...new Set(timing.after)];
  }
}

/** When an event with `timing` is due by its predecessor `event` alone, which was due at `due`. */
export function dueAfter(timing: Timing, event: EventId, due: SimTime): SimTime {
  if (timing.kind === 'at') return timing.time;
  if (timing.kind === 'from-start') return due;
  return timing.edges.reduce(
    (latest, edge) => (edge.event === event ? later(latest, after(due, edge.delay)) : latest),
    due,
  );
}
