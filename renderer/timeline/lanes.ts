import type { AppName } from '../../engine/model/ids.ts';
import type { AppSummary } from '../../engine/model/run.ts';
import type { LogRow } from '../../preload/contract.ts';

/** Under the apps, one lane for conditions, validations and the end of the run. */
export const CHECKS = 'Checks';

export const RULER_HEIGHT = 24; // CSS px, above the first lane
const HIGHEST_LANE = 36; // CSS px
const LOWEST_LANE = 20; // CSS px; more lanes than fit at this height are scrolled to

/** What `count` lanes and the ruler need at least, CSS px. */
export const leastHeight = (count: number): number => RULER_HEIGHT + count * LOWEST_LANE;

/** The horizontal bands of the timeline, top to bottom. */
export interface Lanes {
  readonly names: readonly string[];
  /** Of each band, CSS px. */
  readonly height: number;
}

/** A lane for each app that did something, in the order of the run's apps, and one for checks if there were any. */
export function laneNames(
  apps: readonly AppSummary[],
  rows: readonly Pick<LogRow, 'app'>[],
): readonly string[] {
  const seen = new Set<AppName | undefined>();
  for (const { app } of rows) seen.add(app);
  const acted = apps.map(({ name }) => name).filter((name) => seen.has(name));
  return seen.has(undefined) ? [...acted, CHECKS] : acted;
}

/** `names` as bands that share `height` CSS px, ruler not included. */
export const lanesIn = (names: readonly string[], height: number): Lanes => ({
  names,
  height: Math.max(LOWEST_LANE, Math.min(HIGHEST_LANE, Math.floor(height / Math.max(1, names.length)))),
});

export const laneOf = ({ names }: Lanes, { app }: Pick<LogRow, 'app'>): number =>
  app === undefined ? names.lastIndexOf(CHECKS) : names.indexOf(app);

/** The middle of a lane, CSS px from the top. */
export const middleOf = ({ height }: Lanes, lane: number): number =>
  RULER_HEIGHT + lane * height + height / 2;
