import { after, type SimSpan, type SimTime } from '../model/time.ts';

/** How simulated time goes on: from event to event, or tick by tick whether something is due or not. */
export type Pacing = 'by-event' | 'by-tick';

/** Simulated time. It stands still within a tick and never goes backwards. */
export class Clock {
  readonly start: SimTime;
  readonly tickLength: SimSpan;
  readonly #end: SimTime | undefined;
  readonly #pacing: Pacing;
  #now: SimTime;
  #ticks = 0;
  #started = false;

  /** The end, where there is one, is the last instant that still belongs to the run. */
  constructor(start: SimTime, duration: SimSpan | undefined, tickLength: SimSpan, pacing: Pacing) {
    this.start = start;
    this.tickLength = tickLength;
    this.#end = duration === undefined ? undefined : after(start, duration);
    this.#pacing = pacing;
    this.#now = start;
  }

  get now(): SimTime {
    return this.#now;
  }

  /** How many tick lengths have begun since the start. */
  get ticks(): number {
    return this.#ticks;
  }

  /** Goes on to the next tick, given when the `next` event is due. Answers false when the run is over. */
  advance(next: SimTime | undefined): boolean {
    const to = this.#pacing === 'by-event' ? next : this.#nextTick(next);
    if (to === undefined || (this.#end !== undefined && to > this.#end)) return false;
    if (to > this.#now) this.#now = to;
    this.#ticks = Math.ceil((this.#now - this.start) / this.tickLength);
    this.#started = true;
    return true;
  }

  /** Without an end, ticks go on only while something is due. */
  #nextTick(next: SimTime | undefined): SimTime | undefined {
    if (next === undefined && this.#end === undefined) return undefined;
    return this.#started ? after(this.start, ((this.#ticks + 1) * this.tickLength) as SimSpan) : this.start;
  }
}
