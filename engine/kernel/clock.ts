import { after, seconds, type SimSpan, type SimTime, type TimeSettings } from '../model/index.ts';

/**
 * Simulated time: real time that passes, except while paused, plus time that is skipped. The clock never asks the machine;
 * its driver tells it how much real time has passed.
 */
export class Clock {
  #start: SimTime;
  /** Real time since the start, in microseconds, paused or not. */
  #real = 0;
  /** The lead of simulated time over real time, in microseconds. */
  #offset = 0;
  #pause: { readonly passed: number; readonly since: number; offset: number } | undefined;

  constructor(start: SimTime) {
    this.#start = start;
  }

  get start(): SimTime {
    return this.#start;
  }

  get now(): SimTime {
    return after(this.#start, this.passed as SimSpan);
  }

  /** Simulated time since the start, in microseconds. */
  get passed(): number {
    const pause = this.#pause;
    return pause === undefined ? this.#real + this.#offset : pause.passed + pause.offset;
  }

  /** Real time since the start, paused or not. */
  get realPassed(): SimSpan {
    return this.#real as SimSpan;
  }

  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  /** Lets `span` of real time pass. While paused, simulated time does not move with it. */
  elapse(span: SimSpan): void {
    this.#real += span;
  }

  /** Moves simulated time by `micros`, paused or not. A negative number moves it back; environments never do that. */
  skip(micros: number): void {
    if (this.#pause === undefined) this.#offset += micros;
    else this.#pause.offset += micros;
  }

  /** Sets the offset between simulated and real time, in microseconds, and forgets earlier skips and pauses. */
  setOffset(micros: number): void {
    this.#offset = micros;
  }

  pause(): void {
    this.#pause ??= { passed: this.passed, since: this.#real, offset: 0 };
  }

  resume(): void {
    const pause = this.#pause;
    if (pause === undefined) return;
    this.#offset += pause.offset - (this.#real - pause.since);
    this.#pause = undefined;
  }

  /** Restarts at `start`: no time has passed, and nothing is paused. */
  reset(start: SimTime): void {
    this.#start = start;
    this.#real = 0;
    this.#offset = 0;
    this.#pause = undefined;
  }
}

/** Moves a clock from tick to tick: from event to event, or by a fixed length whether an event is due or not. */
export class Ticks {
  readonly #clock: Clock;
  readonly #times: TimeSettings;
  #count = 0;
  #isOpen = false;

  constructor(clock: Clock, times: TimeSettings) {
    this.#clock = clock;
    this.#times = times;
  }

  /** The number of tick lengths that have begun since the start. */
  get count(): number {
    return this.#count;
  }

  /** The last instant that belongs to the run; `undefined` if the run has no limit. */
  get lastInstant(): SimTime | undefined {
    const { duration } = this.#times;
    return duration === undefined ? undefined : after(this.#clock.start, duration);
  }

  /** Counts the tick lengths that have begun by `time`. */
  countTo(time: SimTime): void {
    this.#count = Math.max(this.#count, Math.ceil((time - this.#clock.start) / this.#times.tick));
  }

  /**
   * Ends the current tick. A tick of fixed length takes its length: as in ARE, its first second is real time, which a pause
   * holds up, and the rest is skipped.
   */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { tickPolicy, tick } = this.#times;
    if (tickPolicy === 'by-event') return;
    const real = Math.min(tick, seconds(1)) as SimSpan;
    this.#clock.elapse(real);
    this.#clock.skip(tick - real);
    this.#count += 1;
  }

  /**
   * Begins the next tick; `next` is the time of the next event. Returns false when the run is out of time or events. As in
   * ARE, jumps from event to event count no tick lengths while an event waits.
   */
  begin(next: SimTime | undefined, waits: boolean): boolean {
    const { duration, tickPolicy, endsWhenIdle } = this.#times;
    if (tickPolicy === 'by-event' && next !== undefined) {
      if (next > this.#clock.now) this.#clock.skip(next - this.#clock.now);
      if (!waits) this.countTo(next);
    }
    const inTime = duration === undefined || this.#clock.passed <= duration;
    const isIdle = next === undefined && (tickPolicy === 'by-event' || endsWhenIdle);
    this.#isOpen = inTime && !isIdle;
    return this.#isOpen;
  }
}
