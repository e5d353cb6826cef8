import { instant } from '../../../../engine/model/values/time.ts';
import type { LogRow } from '../../../../preload/contract.ts';
import type { Clock } from '../../../../renderer/views/timeline/layout/axis.ts';
import type { LaneChoice } from '../../../../renderer/views/timeline/layout/lanes.ts';
import { type Track, trackOf } from '../../../../renderer/views/timeline/layout/track.ts';

/** Noon in the local time zone. */
const STARTED = new Date(2026, 5, 1, 12).getTime();

interface Choices {
  readonly lanes?: LaneChoice;
  readonly clock?: Clock;
  readonly skipGaps?: boolean;
}

/** The track of a log that starts at the epoch and ends with its last row. */
export function trackOfRows(rows: readonly LogRow[], choices: Choices = {}): Track {
  const { lanes = 'app', clock = 'simulated', skipGaps = false } = choices;
  const run = { mode: 'plain', start: instant(0), now: instant(0), startedAt: STARTED } as const;
  return trackOf(undefined, { run, rows, choices: { lanes, clock, skipGaps } });
}
