import {
  after,
  type EventId,
  append,
  later,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
  orderKey,
  dependencies,
  dueByItself,
} from '../model/index.ts';
import { type Agenda, type Due, dueAt, mayFire } from './scheduler.ts';

/** An event that several keep from its time: when it is due, and by what, as far as those tell that have fired. */
interface Join extends Due {
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
  readonly event: ScenarioEvent;
  readonly delay: SimSpan | undefined;
  /** Where it waits for others, too. */
  readonly join: Join | undefined;
  /** What is waited for has a time, which counts already. */
  foreseen: boolean;
  next: Follower | undefined;
}

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
  readonly #agenda: Pick<Agenda, 'push'>;
  readonly #releasesSurely: (event: ScenarioEvent) => boolean;
  /** The last that waits for each event, until that lets them go. */
  readonly #followers = new Map<EventId, Follower | undefined>();
  /** How many events are waited for. */
  #awaited = 0;
  #hasJoins = false;

  /** @param agenda gets what is ready */
  constructor(
    start: SimTime,
    agenda: Pick<Agenda, 'push'>,
    releasesSurely: (event: ScenarioEvent) => boolean,
  ) {
    this.#start = start;
    this.#agenda = agenda;
    this.#releasesSurely = releasesSurely;
  }

  /** Whether what was put on the agenda may fire: else it comes back to it when the last it waits for has fired. */
  mayFire(due: Due): boolean {
    const may = mayFire(due);
    if (!may) (due as Join).placed = false;
    return may;
  }

  /** Says that `event` is to fire at `time`. */
  foresee(event: ScenarioEvent, time: SimTime): void {
    if (!this.#hasJoins || !this.#releasesSurely(event)) return;
    let follower = this.#followers.get(event.id);
    for (; follower !== undefined; follower = follower.next) {
      const { join, delay } = follower;
      if (join === undefined) continue;
      if (!follower.foreseen) count(join, delay, time);
      follower.foreseen = true;
    }
  }

  /** Says which of all `events` have a time from the start; those that are not dormant have been taken in. */
  foreseeFirst(events: readonly ScenarioEvent[]): void {
    if (!this.#hasJoins) return;
    for (const event of events)
      if (!event.dormant && event.timing.kind !== 'after')
        this.foresee(event, dueByItself(event.timing, this.#start));
  }

  /**
   * Says that `event`, due at `due`, has fired as entry `entry`, and lets go who became ready by it. An event counts from the
   * latest of the events it waits for, each with its own delay. It lets go once, also where a recording has it happen twice.
   */
  release(event: EventId, due: SimTime, entry: number): void {
    // Nobody waits: then the id, which lies anywhere in the memory, is not even read.
    if (this.#awaited === 0) return;
    const last = this.#followers.get(event);
    if (last === undefined) return;
    this.#forget(event);
    let follower: Follower | undefined = reversed(last);
    for (; follower !== undefined; follower = follower.next)
      if (follower.join !== undefined) this.#join(follower, follower.join, due, entry);
      else this.foresee(follower.event, this.#follow(follower.event, follower.delay, due, entry));
  }

  /** Takes `event` in; `released` says which entry released its successors before. */
  add(event: ScenarioEvent, released: (id: EventId) => Release | undefined): void {
    const waits = dependencies(event.timing);
    const time = dueByItself(event.timing, this.#start);
    if (waits.length === 0) {
      this.#agenda.push(dueAt(time, event));
      return;
    }
    const join = waits.length === 1 ? undefined : joinOf(event, time, waits.length);
    this.#hasJoins ||= join !== undefined;
    for (const { event: id, delay } of waits) {
      const release = released(id);
      if (release === undefined) this.#wait(id, { event, delay, join, foreseen: false, next: undefined });
      else if (join === undefined) this.#follow(event, delay, release.due, release.entry);
      else {
        count(join, delay, release.due);
        satisfy(join, release.entry);
      }
    }
    if (join?.open === 0) this.#place(join);
  }

  /** Lets `follower` wait for `event`. */
  #wait(event: EventId, follower: Follower): void {
    follower.next = this.#followers.get(event);
    if (follower.next === undefined) this.#awaited += 1;
    this.#followers.set(event, follower);
  }

  /** Nobody waits for `event` any more. It is taken out with all others: a map that gets smaller is made anew each time. */
  #forget(event: EventId): void {
    this.#awaited -= 1;
    if (this.#awaited === 0) this.#followers.clear();
    else this.#followers.set(event, undefined);
  }

  /** What `event` waited for, and nothing else, has fired. Answers when it is due. */
  #follow(event: ScenarioEvent, delay: SimSpan | undefined, due: SimTime, entry: number): SimTime {
    const earliest = dueByItself(event.timing, this.#start);
    const time = delay === undefined ? earliest : later(earliest, after(due, delay));
    this.#agenda.push({ time, key: orderKey(event, 0), event, causes: [entry], checks: 0 });
    return time;
  }

  /** One that `join` waits for has fired. */
  #join({ delay, foreseen }: Follower, join: Join, due: SimTime, entry: number): void {
    if (!foreseen) count(join, delay, due);
    satisfy(join, entry);
    if (join.placed || (join.open > 0 && join.unforeseen > 0)) return;
    this.#place(join);
    this.foresee(join.event, join.time);
  }

  #place(join: Join): void {
    join.placed = true;
    this.#agenda.push(join);
  }
}

const joinOf = (event: ScenarioEvent, time: SimTime, open: number): Join => ({
  time,
  key: orderKey(event, 0),
  event,
  causes: NO_CAUSES,
  checks: 0,
  open,
  unforeseen: open,
  placed: false,
});

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

/** One that `join` waits for is due at `due`. */
function count(join: Join, delay: SimSpan | undefined, due: SimTime): void {
  join.unforeseen -= 1;
  if (delay !== undefined) join.time = later(join.time, after(due, delay));
}

/** One that `join` waits for has fired. */
function satisfy(join: Join, entry: number): void {
  join.open -= 1;
  // Who waits twice for one event, with two delays, was released by it once.
  if (join.causes.at(-1) !== entry) join.causes = append(join.causes, entry);
}
