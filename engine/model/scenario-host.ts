import type { SourceLocation } from './problem.ts';
import type { SimTime } from './time.ts';

/** The surroundings of scenario code, given by who loads it. The engine sets the clock and announces each entry. */
export interface ScenarioHost {
  /** The line of scenario code that is calling now. */
  callSite(): SourceLocation | undefined;
  /** The line of scenario code where `thrown` was thrown, or where the failing call was made. */
  placeOf(thrown: unknown): SourceLocation | undefined;
  /** Called before each entry into scenario code. */
  enter(): void;
  /** What the scenario's `Date` and `Math.random` read. */
  readonly clock: { now: SimTime | undefined; random: () => number };
}

/** A host for scenarios that are not compiled from a file. */
export const plainHost = (): ScenarioHost => ({
  callSite: () => undefined,
  placeOf: () => undefined,
  enter: () => undefined,
  clock: { now: undefined, random: () => 0 },
});
