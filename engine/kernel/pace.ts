import { seconds, type SimSpan, type SimTime } from '../model/time.ts';
import type { Clock } from './clock.ts';

/** How simulated time goes on: from event to event, or tick by tick whether something is due or not. */
export type Pacing = 'by-event' | 'by-tick';

/** What a scenario says of its time. */
export interface Timetable {
  /** Its end, where it has one, is the last instant that still belongs to the run. */
  readonly duration: SimSpan | undefined;
  readonly tick: SimSpan;
  readonly pacing: Pacing;
  /** Whether a run by ticks ends as soon as nothing is due any more. */
  readonly endsWhenIdle: boolean;
}

/** Takes a clock from tick to tick. */
export class Pace {
  readonly #clock: Clock;
  readonly #times: Timetable;
  #ticks = 0;
  #within = false;

  constructor(clock: Clock, times: Timetable) {
    this.#clock = clock;
    this.#times = times;
  }

  /** How many tick lengths have begun since the start. */
  get ticks(): number {
    return this.#ticks;
  }

  /**
   * Ends the present tick, if one has begun. By ticks that costs its length: as in the reference one second of it passes
   * outside, where a pause holds it up, and the rest is skipped.
   */
  endTick(): void {
    if (!this.#within) return;
    this.#within = false;
    const { pacing, tick } = this.#times;
    if (pacing === 'by-event') return;
    this.#clock.pass(seconds(1));
    this.#clock.skip(tick - seconds(1));
    this.#ticks += 1;
  }

  /** Goes on to the next tick, given when the `next` event is due. Answers false when the time of the run is over. */
  beginTick(next: SimTime | undefined): boolean {
    const { duration, pacing, endsWhenIdle } = this.#times;
    if (pacing === 'by-event') this.#jump(next);
    const inTime = duration === undefined || this.#clock.passed <= duration;
    const idle = next === undefined && (pacing === 'by-event' || endsWhenIdle);
    this.#within = inTime && !idle;
    return this.#within;
  }

  #jump(next: SimTime | undefined): void {
    if (next === undefined) return;
    const gap = next - this.#clock.now;
    if (gap > 0) this.#clock.skip(gap);
    this.#ticks = Math.max(this.#ticks, Math.ceil((next - this.#clock.start) / this.#times.tick));
  }
}
