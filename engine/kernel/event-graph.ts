import type { ScenarioEvent, Timing } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import type { EventId } from '../model/ids.ts';
import { after, later, type SimTime } from '../model/time.ts';
import type { Agenda } from './agenda.ts';
import type { Due } from './event-queue.ts';
import { tieKey } from './polling.ts';

/** An event that others keep from its time: when it is due, and by what, as far as those tell that have fired. */
interface Waiting extends Due {
  open: number;
  time: SimTime;
  causes: number[];
}

const NONE: readonly [] = [];
/** Never written to: the first cause makes another list. */
const NO_CAUSES: number[] = [];

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
   * Says that `event`, due at `due`, has fired as entry `entry`, and puts on the `agenda` who became ready by it. An event
   * counts from the latest of the events it waits for, each with its own delay.
   */
  release(event: EventId, { due, entry }: Release, agenda: Pick<Agenda, 'push'>): void {
    const followers = this.#followers.get(event);
    if (followers === undefined) return;
    this.#followers.delete(event);
    for (const follower of followers) {
      satisfy(follower, event, due, entry);
      if (follower.open === 0) agenda.push(follower);
    }
  }

  /**
   * Takes `event` in. Answers when it is due if it waits for nothing any more; `released` says which entry released its
   * successors before.
   */
  add(event: ScenarioEvent, released: (id: EventId) => Release | undefined): Due | undefined {
    const before = predecessors(event.timing);
    const time = earliestOf(event.timing, this.#start);
    const open = before.length;
    const waiting: Waiting = { time, key: tieKey(event, 0), event, causes: NO_CAUSES, checks: 0, open };
    for (const id of before) {
      const release = released(id);
      if (release !== undefined) satisfy(waiting, id, release.due, release.entry);
      else if (!this.#followers.get(id)?.push(waiting)) this.#followers.set(id, [waiting]);
    }
    return waiting.open === 0 ? waiting : undefined;
  }
}

/** When an event with `timing` is due, were it not for those it waits for. */
const earliestOf = (timing: Timing, start: SimTime): SimTime =>
  timing.kind === 'at' ? timing.time : timing.kind === 'from-start' ? after(start, timing.delay) : start;

function satisfy(waiting: Waiting, by: EventId, due: SimTime, entry: number): void {
  waiting.open -= 1;
  waiting.time = later(waiting.time, dueAfter(waiting.event.timing, by, due));
  waiting.causes = grown(waiting.causes, entry);
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
  let latest = due;
  for (const edge of timing.edges) if (edge.event === event) latest = later(latest, after(due, edge.delay));
  return latest;
}
