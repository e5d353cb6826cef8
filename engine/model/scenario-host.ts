import type { SourceLocation } from './problem.ts';
import type { SimTime } from './time.ts';

/** What a scenario's code runs in. The engine keeps the clock right and says when that code is entered. */
export interface ScenarioHost {
  /** The line of the scenario that is calling now. */
  callSite(): SourceLocation | undefined;
  /** The line of the scenario that `thrown` came from, be it the scenario's own error or one of ours. */
  placeOf(thrown: unknown): SourceLocation | undefined;
  /** Called before each entry into scenario code. */
  enter(): void;
  /** What `Date` and `Math.random` of the scenario answer from. */
  readonly clock: { now: SimTime | undefined; random: () => number };
}

/** For scenarios that were not compiled from a file. */
export const plainHost = (): ScenarioHost => ({
  callSite: () => undefined,
  placeOf: () => undefined,
  enter: () => undefined,
  clock: { now: undefined, random: () => 0 },
});
