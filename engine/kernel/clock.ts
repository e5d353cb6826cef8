import { after, type SimSpan, type SimTime } from '../model/time.ts';

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
