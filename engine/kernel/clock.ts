import { after, seconds, type SimSpan, type SimTime, type TimeSettings } from '../model/index.ts';

/**
 * Simulated time: what passes outside, unless it is paused, and what is skipped. Nobody is asked for the hour; whoever
 * drives it says how much has passed.
 */
export class Clock {
  readonly start: SimTime;
  #outside = 0;
  #offset = 0;
  #pause: { readonly passed: number; readonly since: number; offset: number } | undefined;

  constructor(start: SimTime) {
    this.start = start;
  }

  get now(): SimTime {
    return after(this.start, this.passed as SimSpan);
  }

  /** Simulated time since the start, in microseconds. */
  get passed(): number {
    const pause = this.#pause;
    return pause === undefined ? this.#outside + this.#offset : pause.passed + pause.offset;
  }

  /** Time that has passed outside since the start, paused or not. */
  get outside(): SimSpan {
    return this.#outside as SimSpan;
  }

  get paused(): boolean {
    return this.#pause !== undefined;
  }

  /** Says that `span` has passed outside. While paused it does not count. */
  pass(span: SimSpan): void {
    this.#outside += span;
  }

  /** Moves simulated time by `micros`, paused or not. A negative number moves it back, which environments never do. */
  skip(micros: number): void {
    if (this.#pause === undefined) this.#offset += micros;
    else this.#pause.offset += micros;
  }

  /** Replaces all that was skipped and paused before by `micros`. */
  setOffset(micros: number): void {
    this.#offset = micros;
  }

  pause(): void {
    this.#pause ??= { passed: this.passed, since: this.#outside, offset: 0 };
  }

  resume(): void {
    const pause = this.#pause;
    if (pause === undefined) return;
    this.#offset += pause.offset - (this.#outside - pause.since);
    this.#pause = undefined;
  }
}

/** Takes a clock from tick to tick. */
export class Pace {
  readonly #clock: Clock;
  readonly #times: TimeSettings;
  #ticks = 0;
  #within = false;

  constructor(clock: Clock, times: TimeSettings) {
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
    const { tickPolicy, tick } = this.#times;
    if (tickPolicy === 'by-event') return;
    this.#clock.pass(seconds(1));
    this.#clock.skip(tick - seconds(1));
    this.#ticks += 1;
  }

  /** Goes on to the next tick, given when the `next` event is due. Answers false when the time of the run is over. */
  beginTick(next: SimTime | undefined): boolean {
    const { duration, tickPolicy, endsWhenIdle } = this.#times;
    if (tickPolicy === 'by-event') this.#jump(next);
    const inTime = duration === undefined || this.#clock.passed <= duration;
    const idle = next === undefined && (tickPolicy === 'by-event' || endsWhenIdle);
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
