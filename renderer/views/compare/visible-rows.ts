import { bisectLeft } from 'd3';
import type { ComparedRow } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import type { Compared } from '../../stores/comparison.ts';
import { isWaiting } from '../../ui/format/row-state.ts';

/** Indices of the visible rows among all rows. */
export const visibleRows = (
  rows: readonly Pick<ComparedRow, 'kind'>[],
  onlyDifferent: boolean,
): readonly number[] => rows.flatMap(({ kind }, index) => (onlyDifferent && kind === 'equal' ? [] : [index]));

/** The line of the visible row `rowIndex`; −1 if it is not visible. */
export function lineOfRow(visible: readonly number[], rowIndex: number): number {
  const line = bisectLeft(visible, rowIndex);
  return visible[line] === rowIndex ? line : -1;
}

/** Returns whether a row has only waiting checks. */
export const waits =
  (rows: readonly ComparedRow[], { a, b }: Pick<Compared, 'a' | 'b'>) =>
  (rowIndex: number): boolean => {
    const row = rows[rowIndex]!;
    return waitsIn(a, row.a) && waitsIn(b, row.b);
  };

function waitsIn(log: readonly LogRow[], index: number | undefined): boolean {
  const row = index === undefined ? undefined : log[index];
  return index === undefined || (row !== undefined && isWaiting(row));
}

/**
 * The nearest differing row after `at`, or before it with a `step` of −1; `at` itself if there is none. Of consecutive waiting
 * checks, which `isWait` tells, only the first counts.
 */
export function nextDifference(
  rows: readonly Pick<ComparedRow, 'kind'>[],
  at: number,
  step: 1 | -1,
  isWait: (rowIndex: number) => boolean,
): number {
  let last = at;
  let waiting = false;
  for (const [index, { kind }] of rows.entries()) {
    if (step === -1 && index >= at) break;
    const wait = isWait(index);
    if (kind === 'equal' || (wait && waiting)) {
      waiting &&= wait;
      continue;
    }
    waiting = wait;
    if (step === -1) last = index;
    else if (index > at) return index;
  }
  return last;
}

/** An entry of each run, by index; −1 is before the first. */
export interface EntryPair {
  readonly a: number;
  readonly b: number;
}

/** An entry as text for a sentence. */
export const entryText = (at: number): string => (at < 0 ? 'the start' : `#${at}`);

/** The current entry of each run at row `at`. */
export function entriesAt(rows: readonly ComparedRow[], at: number): EntryPair {
  let [a, b] = [-1, -1];
  for (const row of rows.slice(0, at + 1)) {
    // A moved entry is out of order on one side.
    if (row.kind === 'moved') continue;
    a = row.a ?? a;
    b = row.b ?? b;
  }
  const row = rows[at];
  return row?.kind === 'moved' ? { a: row.a!, b: row.b! } : { a, b };
}

/** The current entry of each run at the time of row `at`, relative to each run's first entry. */
export function entriesAtTime({ comparison, a, b }: Compared, at: number): EntryPair {
  const row = comparison.rows[at];
  if (row === undefined) return { a: -1, b: -1 };
  const moment = row.a === undefined ? sinceFirst(b, row.b!) : sinceFirst(a, row.a);
  return { a: lastBy(a, moment), b: lastBy(b, moment) };
}

const sinceFirst = (rows: readonly LogRow[], index: number): number => rows[index]!.time - rows[0]!.time;

/** The last of `rows` at or before `moment`. */
function lastBy(rows: readonly LogRow[], moment: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sinceFirst(rows, middle) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
