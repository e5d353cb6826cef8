import { after, seconds, type SimSpan, type SimTime, type TimeSettings } from '../model/index.ts';

/** Simulated time since the start of a run. The clock never asks the machine: its driver moves it. */
export class Clock {
  protected begin: SimTime;
  protected moved = 0;

  constructor(start: SimTime) {
    this.begin = start;
  }

  get start(): SimTime {
    return this.begin;
  }

  get now(): SimTime {
    return after(this.begin, this.passed as SimSpan);
  }

  /** Simulated time since the start, in microseconds. */
  get passed(): number {
    return this.moved;
  }

  /** Lets `span` of real time pass. */
  elapse(span: SimSpan): void {
    this.moved += span;
  }

  /** Moves simulated time by `micros`. A negative number moves it back; environments never do that. */
  skip(micros: number): void {
    this.moved += micros;
  }
}

/** Moves a clock from tick to tick: from event to event, or by a fixed length whether or not an event is due. */
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
   * Ends the current tick. A tick of fixed length then takes that time: as in ARE, its first second is real time, which a pause
   * delays, and the rest is skipped.
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
   * Begins the next tick; `next` is the time of the next event. Returns false when no time or no event is left. As in ARE, jumps
   * from event to event count no ticks while an event waits.
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
