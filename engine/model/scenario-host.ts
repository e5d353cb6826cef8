import { type Failure, TIMED_OUT } from './log-entry.ts';
import { formatLocation, OrreryError, type SourceLocation } from './problem.ts';
import type { SimTime } from './time.ts';

/**
 * The one way into scenario code: calls `code` and answers what it answers. A call within a call is part of it. Whoever bounds scenario
 * code does it here; while a scenario is planned it may take longer.
 *
 * @throws {TimedOutError} when it takes too long. What it throws goes through.
 */
export type Enter = <Answer>(code: () => Answer, stage?: 'planning') => Answer;

/** The surroundings of scenario code, given by who loads it. The engine sets the clock. */
export interface ScenarioHost {
  readonly enter: Enter;
  /** The line of scenario code that is calling now. */
  callSite(): SourceLocation | undefined;
  /** The line of scenario code where `thrown` was thrown, or where the failing call was made. */
  placeOf(thrown: unknown): SourceLocation | undefined;
  /** What the scenario's `Date` and `Math.random` read. */
  readonly clock: { now: SimTime | undefined; random: () => number };
}

/** Enters scenario code without any bound, for code that its caller wrote or trusts. */
export const enterDirectly: Enter = (code) => code();

/** A host for scenarios that are not compiled from a file. */
export const plainHost = (): ScenarioHost => ({
  enter: enterDirectly,
  callSite: () => undefined,
  placeOf: () => undefined,
  clock: { now: undefined, random: () => 0 },
});

/** Scenario code did not come back in time and was stopped, at `place` where that is known. */
export class TimedOutError extends OrreryError {
  // Scenario code may throw a proxy, whose traps `instanceof` would run.
  static readonly #made = new WeakSet<object>();
  override readonly name = TIMED_OUT;
  readonly code = 'timed-out';
  readonly place: SourceLocation | undefined;

  /** `what` was stopped, such as `it took longer than 1 s and`. */
  constructor(what: string, place: SourceLocation | undefined) {
    super(`Scenario code timed out: ${what} was stopped.`);
    this.place = place;
    TimedOutError.#made.add(this);
  }

  /** Whether `thrown` is one, told without running any code of `thrown`. */
  static is(thrown: unknown): thrown is TimedOutError {
    return typeof thrown === 'object' && thrown !== null && TimedOutError.#made.has(thrown);
  }

  /** What the log keeps of it. */
  get failure(): Failure {
    const { name: type, message, place } = this;
    if (place === undefined) return { type, message };
    return { type, message, stack: `${type}: ${message}\n    at ${formatLocation(place)}` };
  }
}
