import type { RunSummary } from '../../engine/model/index.ts';
import { entryAxis, timeAxis, wallAxis, type Axis, type Clock } from './axis.ts';
import { Columns } from './columns.ts';
import { keptClock } from './kept-clock.ts';
import type { Shown } from './shown.ts';

/** The log as the timeline keeps it, and the axis it stands along. */
export interface Track {
  readonly columns: Columns;
  readonly axis: Axis;
}

/** What there is of a run, and how it is to be drawn. */
interface Logged extends Pick<Shown, 'rows' | 'choices'> {
  readonly run: Pick<RunSummary, 'mode' | 'start' | 'now' | 'startedAt'>;
}

/** `before` with what has come since; from the beginning where the log or its lanes are others. */
export function trackOf(before: Track | undefined, { run, rows, choices }: Logged): Track {
  const goesOn = before?.columns.choice === choices.lanes && before.columns.goOn(rows);
  const columns = goesOn ? before.columns : new Columns(choices.lanes);
  columns.grow(rows);
  return { columns, axis: axisOf(keptClock(choices.clock, run, rows[0]), columns, run, choices.skipGaps) };
}

function axisOf(clock: Clock, columns: Columns, run: Logged['run'], skipGaps: boolean): Axis {
  switch (clock) {
    case 'simulated':
      return timeAxis(columns, run, skipGaps);
    case 'entry':
      return entryAxis(columns);
    case 'wall':
      return wallAxis(columns, run.startedAt, skipGaps);
  }
}
