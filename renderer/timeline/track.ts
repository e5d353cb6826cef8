import { entryAxis, timeAxis, type Axis } from './axis.ts';
import { Columns } from './columns.ts';
import type { Shown } from './shown.ts';

/** The log as the timeline keeps it, and the axis it stands along. */
export interface Track {
  readonly columns: Columns;
  readonly axis: Axis;
}

/** `before` with what has come since; from the beginning where the log or its lanes are others. */
export function trackOf(before: Track | undefined, { run, rows, choices }: Shown): Track {
  const goesOn = before?.columns.choice === choices.lanes && before.columns.goOn(rows);
  const columns = goesOn ? before.columns : new Columns(choices.lanes);
  columns.grow(rows);
  const axis = choices.clock === 'entry' ? entryAxis(columns) : timeAxis(columns, run, choices.skipGaps);
  return { columns, axis };
}
