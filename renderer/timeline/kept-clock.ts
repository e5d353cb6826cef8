import type { RunSummary } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import type { Clock } from './axis.ts';

type Row = Pick<LogRow, 'written'>;

/** Why a run that begins with the row `first` cannot be drawn along the wall clock; `undefined` where it can. */
export function whyNoWall({ mode }: Pick<RunSummary, 'mode'>, first: Row | undefined): string | undefined {
  if (mode === 'trace') return 'traces do not keep it';
  return first !== undefined && first.written === undefined
    ? 'the Orrery that ran it did not keep it'
    : undefined;
}

/** The clock that was `chosen`, or simulated time where the run does not have that one. */
export const keptClock = (chosen: Clock, run: Pick<RunSummary, 'mode'>, first: Row | undefined): Clock =>
  chosen === 'wall' && whyNoWall(run, first) !== undefined ? 'simulated' : chosen;
