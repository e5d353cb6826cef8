import { type Failure, failureText, TIMED_OUT } from './outcome.ts';
import { formatLocation, OrreryError, type SourceLocation } from './problem.ts';
import type { SimTime } from './values/time.ts';

/**
 * The only way into scenario code: calls `code` and returns its result. A nested call is part of the outer one. Implementations
 * limit the time of scenario code here; planning a scenario may take longer.
 *
 * @throws {TimedOutError} when `code` takes too long; errors thrown by `code` pass through.
 */
export type Enter = <Answer>(code: () => Answer, stage?: 'planning') => Answer;

/** The environment of scenario code, provided by the code that loads the scenario. The engine sets `clock`. */
export interface ScenarioHost {
  readonly enter: Enter;
  /** The location in scenario code of the current call. */
  callSite(): SourceLocation | undefined;
  /** The location in scenario code where `thrown` was thrown, or where the failing call was made. */
  placeOf(thrown: unknown): SourceLocation | undefined;
  /** Whether the JavaScript engine itself threw `thrown`. Called within {@link enter}. */
  isNative(thrown: unknown): boolean;
  /** Whether the engine's code, not the author's, threw `thrown`. Called within {@link enter}. */
  isOurs(thrown: unknown): boolean;
  /** Records a note about the run; does nothing when left out. */
  readonly note?: (text: string) => void;
  /** The source of the scenario's `Date` and `Math.random`. */
  readonly clock: { now: SimTime | undefined; random: () => number };
}

/** Enters scenario code without a time limit, for code that the caller wrote or trusts. */
export const enterDirectly: Enter = (code) => code();

/** A host for scenarios that are not compiled from a file. */
export const plainHost = (): ScenarioHost => ({
  enter: enterDirectly,
  callSite: () => undefined,
  placeOf: () => undefined,
  isNative: () => false,
  isOurs: (thrown) => thrown instanceof Error,
  clock: { now: undefined, random: () => 0 },
});

/** Thrown when scenario code took too long and was stopped, with its location if known. */
export class TimedOutError extends OrreryError {
  // Scenario code may throw a proxy, whose traps `instanceof` would run.
  static readonly #made = new WeakSet<object>();
  override readonly name = TIMED_OUT;
  readonly code = 'timed-out';
  /** A description of the stopped work, such as `it took longer than 1 s and`. */
  readonly what: string;
  readonly place: SourceLocation | undefined;
  /** Whether the engine's own code was stopped, such as while it copied large arguments of a call. */
  readonly isBetweenCalls: boolean;

  constructor(what: string, place: SourceLocation | undefined, isBetweenCalls = false) {
    super(`Scenario code timed out: ${what} was stopped.`);
    this.what = what;
    this.place = place;
    this.isBetweenCalls = isBetweenCalls;
    TimedOutError.#made.add(this);
  }

  /** Whether `thrown` is a TimedOutError. Runs no code of `thrown`. */
  static is(thrown: unknown): thrown is TimedOutError {
    return typeof thrown === 'object' && thrown !== null && TimedOutError.#made.has(thrown);
  }

  /** The failure for the log. */
  get failure(): Failure {
    const { name: type, message, place } = this;
    if (place === undefined) return { type, message };
    return { type, message, stack: `${failureText({ type, message })}\n    at ${formatLocation(place)}` };
  }
}
