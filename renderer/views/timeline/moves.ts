import { bisector } from 'd3';
import { minutes, type Verdict } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';

const PAUSE = 900; // milliseconds after which another number begins

/** A number as it is typed, digit by digit. */
export interface Typed {
  readonly text: string;
  /** When its last digit came, in milliseconds. */
  readonly at: number;
}

/** What has been typed once `digit` follows at `now`. */
export const appendDigit = (before: Typed | undefined, digit: string, now: number): Typed => ({
  text: before === undefined || now - before.at > PAUSE ? digit : before.text + digit,
  at: now,
});

/** Whether the agent acts in `row`. */
export const isTurn = ({ kind, status }: Pick<LogRow, 'kind' | 'status'>): boolean =>
  kind === 'agent' && status !== 'skipped';

/** Answers whether an entry decides something: a validation that is over, or what the verdict of the run points to. */
export function decides(
  verdict: Pick<Verdict, 'checks' | 'shortfalls'> | undefined,
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
export function minuteFrom(rows: readonly Pick<LogRow, 'time'>[], at: number, step: 1 | -1): number {
  const here = rows[at];
  if (here === undefined) return at + step;
  const there = byTime.right(rows, here.time + step * minutes(1)) - 1;
  return step === 1 ? Math.max(at + 1, there) : Math.min(at - 1, there);
}
