import type { ScenarioEvent, Timing } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import type { EventId } from '../model/ids.ts';
import { after, later, type SimSpan, type SimTime } from '../model/time.ts';
import type { Agenda } from './agenda.ts';
import type { Due } from './event-queue.ts';
import { tieKey } from './polling.ts';

/** An event that others keep from its time: when it is due, and by what, as far as those tell that have fired. */
interface Waiting extends Due {
  open: number;
  time: SimTime;
  causes: number[];
}

/** One event that waits for another, and the next that waits for the same. */
interface Follower {
  readonly waiting: Waiting;
  readonly delay: SimSpan | undefined;
  readonly next: Follower | undefined;
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
  readonly #followers = new Map<EventId, Follower>();

  constructor(start: SimTime) {
    this.#start = start;
  }

  /**
   * Says that `event`, due at `due`, has fired as entry `entry`, and puts on the `agenda` who became ready by it. An event
   * counts from the latest of the events it waits for, each with its own delay.
   */
  release(event: EventId, { due, entry }: Release, agenda: Pick<Agenda, 'push'>): void {
    // Nobody waits: then the id, which lies anywhere in the memory, is not even read.
    if (this.#followers.size === 0) return;
    let follower = this.#followers.get(event);
    if (follower === undefined) return;
    this.#followers.delete(event);
    for (; follower !== undefined; follower = follower.next) {
      const { waiting, delay } = follower;
      satisfy(waiting, delay, due, entry);
      if (waiting.open === 0) agenda.push(waiting);
    }
  }

  /**
   * Takes `event` in. Answers when it is due if it waits for nothing any more; `released` says which entry released its
   * successors before.
   */
  add(event: ScenarioEvent, released: (id: EventId) => Release | undefined): Due | undefined {
    const waits = waitsOf(event.timing);
    const time = earliestOf(event.timing, this.#start);
    const open = waits.length;
    const waiting: Waiting = { time, key: tieKey(event, 0), event, causes: NO_CAUSES, checks: 0, open };
    for (const { event: id, delay } of waits) {
      const release = released(id);
      if (release !== undefined) satisfy(waiting, delay, release.due, release.entry);
      else this.#followers.set(id, { waiting, delay, next: this.#followers.get(id) });
    }
    return waiting.open === 0 ? waiting : undefined;
  }
}

/** When an event with `timing` is due, were it not for those it waits for. */
const earliestOf = (timing: Timing, start: SimTime): SimTime =>
  timing.kind === 'at' ? timing.time : timing.kind === 'from-start' ? after(start, timing.delay) : start;

function satisfy(waiting: Waiting, delay: SimSpan | undefined, due: SimTime, entry: number): void {
  waiting.open -= 1;
  if (delay !== undefined) waiting.time = later(waiting.time, after(due, delay));
  // Who waits twice for one event, with two delays, was released by it once.
  if (waiting.causes.at(-1) !== entry) waiting.causes = grown(waiting.causes, entry);
}

/** What `timing` waits for, with the delay that counts from there; one that is due at a fixed time has none. */
export function waitsOf(
  timing: Timing,
): readonly { readonly event: EventId; readonly delay?: SimSpan | undefined }[] {
  switch (timing.kind) {
    case 'from-start':
      return NONE;
    case 'after':
      return timing.edges;
    case 'at':
      return timing.after.map((event) => ({ event }));
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
