import { after, type SimSpan, type SimTime } from '../model/index.ts';

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

/** A clock that can be paused, as ARE's: real time passes meanwhile, and only skips move simulated time. */
export class ManualClock extends Clock {
  /** Real time since the start, in microseconds, paused or not. */
  #real = 0;
  #pause: { readonly passed: number; readonly since: number; skipped: number } | undefined;

  override get passed(): number {
    const pause = this.#pause;
    return pause === undefined ? this.moved : pause.passed + pause.skipped;
  }

  /** Real time since the start, paused or not. */
  get realPassed(): SimSpan {
    return this.#real as SimSpan;
  }

  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  override elapse(span: SimSpan): void {
    this.#real += span;
    super.elapse(span);
  }

  override skip(micros: number): void {
    if (this.#pause === undefined) super.skip(micros);
    else this.#pause.skipped += micros;
  }

  /** Sets the offset between simulated and real time, in microseconds, and forgets earlier skips and pauses. */
  setOffset(micros: number): void {
    this.moved = this.#real + micros;
  }

  pause(): void {
    this.#pause ??= { passed: this.passed, since: this.#real, skipped: 0 };
  }

  resume(): void {
    const pause = this.#pause;
    if (pause === undefined) return;
    this.moved += pause.skipped - (this.#real - pause.since);
    this.#pause = undefined;
  }

  /** Restarts at `start`: no time has passed, and nothing is paused. */
  reset(start: SimTime): void {
    this.begin = start;
    this.#real = 0;
    this.moved = 0;
    this.#pause = undefined;
  }
}
