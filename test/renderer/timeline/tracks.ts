import { instant } from '../../../engine/model/time.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { entryAxis, timeAxis } from '../../../renderer/timeline/axis.ts';
import { Columns } from '../../../renderer/timeline/columns.ts';
import type { LaneChoice } from '../../../renderer/timeline/lanes.ts';
import type { Track } from '../../../renderer/timeline/track.ts';

interface Choices {
  readonly lanes?: LaneChoice;
  readonly clock?: 'simulated' | 'entry';
  readonly skipGaps?: boolean;
}

/** A log that starts at the epoch and ends with its last row, as the timeline keeps it. */
export function trackOfRows(rows: readonly LogRow[], choices: Choices = {}): Track {
  const { lanes = 'app', clock = 'simulated', skipGaps = false } = choices;
  const columns = new Columns(lanes);
  columns.grow(rows);
  const run = { start: instant(0), now: instant(0) };
  return { columns, axis: clock === 'entry' ? entryAxis(columns) : timeAxis(columns, run, skipGaps) };
}
