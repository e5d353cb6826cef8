import { bisector } from 'd3';
import { minutes, type Verdict } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';

/** Whether the agent acts in `row`. */
export const isTurn = ({ kind, status }: Pick<LogRow, 'kind' | 'status'>): boolean =>
  kind === 'agent' && status !== 'skipped';

/** Answers whether an entry decides something: a validation that is over, or what the verdict of the run points to. */
export function decides(
  verdict: Verdict | undefined,
): (row: Pick<LogRow, 'index' | 'kind' | 'verdict'>) => boolean {
  const named = new Set(
    [...(verdict?.checks ?? []), ...(verdict?.shortfalls ?? [])].map(({ entry }) => entry),
  );
  return ({ index, kind, verdict: own }) =>
    named.has(index) || (kind === 'validation' && own !== undefined && own !== 'waiting');
}

/** The nearest entry after `at`, or before it, that `isOne`; `at` when there is none. */
export function nearest<Row>(
  rows: readonly Row[],
  at: number,
  step: 1 | -1,
  isOne: (row: Row) => boolean,
): number {
  for (let index = at + step; index >= 0 && index < rows.length; index += step)
    if (isOne(rows[index]!)) return index;
  return at;
}

const byTime = bisector(({ time }: Pick<LogRow, 'time'>) => time);

/** The last entry of the next minute of simulated time, or of the one before: one entry on where nothing is that near. */
export function aMinuteFrom(rows: readonly Pick<LogRow, 'time'>[], at: number, step: 1 | -1): number {
  const here = rows[at];
  if (here === undefined) return at + step;
  const there = byTime.right(rows, here.time + step * minutes(1)) - 1;
  return step === 1 ? Math.max(at + 1, there) : Math.min(at - 1, there);
}
