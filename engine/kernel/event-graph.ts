import type { ScenarioEvent, Timing } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import type { EventId } from '../model/ids.ts';
import { after, later, type SimSpan, type SimTime } from '../model/time.ts';
import type { Agenda } from './agenda.ts';
import { mayFire, type Due } from './event-queue.ts';
import { tieKey } from './polling.ts';

/** An event that others keep from its time: when it is due, and by what, as far as those tell that have fired. */
interface Waiting extends Due {
  /** How many of those have not fired. */
  open: number;
  /** How many of those have no time yet. */
  unforeseen: number;
  /** It has been put on the agenda. */
  placed: boolean;
  time: SimTime;
  causes: number[];
}

/** One event that waits for another, and the one before it that waits for the same. */
interface Follower {
  readonly waiting: Waiting;
  readonly delay: SimSpan | undefined;
  /** What is waited for has a time, which counts already. */
  foreseen: boolean;
  next: Follower | undefined;
}

const NONE: readonly [] = [];
/** Never written to: the first cause makes another list. */
const NO_CAUSES: number[] = [];

/** An event has let its successors go: when it was due, and the entry it did so with. */
export interface Release {
  readonly due: SimTime;
  readonly entry: number;
}

/**
 * Who waits for whom. An event is ready when every event it waits for has fired, and is due its delay later. As in the
 * reference it takes its place on the agenda sooner: when the first of them fires after which all have a time.
 */
export class EventGraph {
  readonly #start: SimTime;
  readonly #releasesSurely: (event: ScenarioEvent) => boolean;
  readonly #followers = new Map<EventId, Follower>();
  #hasJoins = false;

  constructor(start: SimTime, releasesSurely: (event: ScenarioEvent) => boolean) {
    this.#start = start;
    this.#releasesSurely = releasesSurely;
  }

  /** Whether what was put on the agenda may fire: else it comes back to it when the last it waits for has fired. */
  mayFire(due: Due): boolean {
    const may = mayFire(due);
    if (!may) (due as Waiting).placed = false;
    return may;
  }

  /** Says that `event` is to fire at `time`. */
  foresee(event: ScenarioEvent, time: SimTime): void {
    if (!this.#hasJoins || !this.#releasesSurely(event)) return;
    let follower = this.#followers.get(event.id);
    for (; follower !== undefined; follower = follower.next) {
      const { waiting, delay } = follower;
      if (!follower.foreseen) count(waiting, delay, time);
      follower.foreseen = true;
    }
  }

  /** Says which of all `events` have a time from the start; those that are not dormant have been taken in. */
  foreseeFirst(events: readonly ScenarioEvent[]): void {
    if (!this.#hasJoins) return;
    for (const event of events)
      if (!event.dormant && event.timing.kind !== 'after')
        this.foresee(event, earliestOf(event.timing, this.#start));
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
    follower = reversed(follower);
    for (; follower !== undefined; follower = follower.next) {
      const { waiting, delay, foreseen } = follower;
      if (!foreseen) count(waiting, delay, due);
      satisfy(waiting, entry);
      if (waiting.placed || (waiting.open > 0 && waiting.unforeseen > 0)) continue;
      waiting.placed = true;
      agenda.push(waiting);
      this.foresee(waiting.event, waiting.time);
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
    const key = tieKey(event, 0);
    const waiting: Waiting = {
      time,
      key,
      event,
      causes: NO_CAUSES,
      checks: 0,
      open,
      unforeseen: open,
      placed: false,
    };
    if (open > 1) this.#hasJoins = true;
    for (const { event: id, delay } of waits) {
      const release = released(id);
      if (release === undefined) {
        this.#followers.set(id, { waiting, delay, foreseen: false, next: this.#followers.get(id) });
        continue;
      }
      count(waiting, delay, release.due);
      satisfy(waiting, release.entry);
    }
    waiting.placed = waiting.open === 0;
    return waiting.placed ? waiting : undefined;
  }
}

/** When an event with `timing` is due, were it not for those it waits for. */
const earliestOf = (timing: Timing, start: SimTime): SimTime =>
  timing.kind === 'at' ? timing.time : timing.kind === 'from-start' ? after(start, timing.delay) : start;

/** The followers from `last` on, the first of them first: one may wait for another before it. */
function reversed(last: Follower): Follower {
  let first = last;
  let rest = last.next;
  last.next = undefined;
  while (rest !== undefined) {
    const { next }: Follower = rest;
    rest.next = first;
    first = rest;
    rest = next;
  }
  return first;
}

/** One that `waiting` waits for is due at `due`. */
function count(waiting: Waiting, delay: SimSpan | undefined, due: SimTime): void {
  waiting.unforeseen -= 1;
  if (delay !== undefined) waiting.time = later(waiting.time, after(due, delay));
}

/** One that `waiting` waits for has fired. */
function satisfy(waiting: Waiting, entry: number): void {
  waiting.open -= 1;
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
