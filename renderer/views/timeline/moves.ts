import { bisector } from 'd3';
import { minutes, type Verdict } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';

const TYPING_PAUSE_MILLISECONDS = 900; // milliseconds after which a digit starts a new number

/** A number being typed, digit by digit. */
export interface Typed {
  readonly text: string;
  /** Time of the last digit, in milliseconds. */
  readonly at: number;
}

/** The typed number after `digit` is added at `now`. */
export const appendDigit = (before: Typed | undefined, digit: string, now: number): Typed => ({
  text: before === undefined || now - before.at > TYPING_PAUSE_MILLISECONDS ? digit : before.text + digit,
  at: now,
});

/** Whether the agent acts in `row`. */
export const isAgentAction = ({ kind, status }: Pick<LogRow, 'kind' | 'status'>): boolean =>
  kind === 'agent' && status !== 'skipped';

/** Returns a predicate for entries that decide the run: finished validations, and entries that its verdict points to. */
export function decidesRun(
  verdict: Pick<Verdict, 'checks' | 'shortfalls'> | undefined,
): (row: Pick<LogRow, 'index' | 'kind' | 'verdict'>) => boolean {
  const named = new Set(
    [...(verdict?.checks ?? []), ...(verdict?.shortfalls ?? [])].map(({ entry }) => entry),
  );
  return ({ index, kind, verdict: own }) =>
    named.has(index) || (kind === 'validation' && own !== undefined && own !== 'waiting');
}

/** Index of the nearest entry after or before `at` that satisfies `isOne`; `at` when there is none. */
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

/** Index of the last entry at or before `time`; −1 when there is none. */
export const lastAt = (rows: readonly Pick<LogRow, 'time'>[], time: number): number =>
  byTime.right(rows, time) - 1;

/** The last entry within the next minute of simulated time, or before the last minute; one entry on when there is none. */
export function minuteFrom(rows: readonly Pick<LogRow, 'time'>[], at: number, step: 1 | -1): number {
  const here = rows[at];
  if (here === undefined) return at + step;
  const there = lastAt(rows, here.time + step * minutes(1));
  return step === 1 ? Math.max(at + 1, there) : Math.min(at - 1, there);
}
