import { bisector } from 'd3';
import type { SimTime } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { timeOf } from '../filter/times.ts';

type Row = Pick<LogRow, 'time' | 'event'>;

const byTime = bisector((row: Row) => row.time);

/**
 * The entry that `text` means: `412` or `#412`, the last at or before `10:04` or so long after the start (`+5m`), the
 * first of an event by name; −1 is before the first, and nothing where it means none.
 */
export function whereTo(text: string, rows: readonly Row[], start: SimTime): number | undefined {
  const said = text.trim();
  const number = /^#?(\d+)$/.exec(said)?.[1];
  if (number !== undefined) return Number(number) < rows.length ? Number(number) : undefined;
  const time = timeOf(said, start);
  if (time !== undefined) return byTime.right(rows, time) - 1;
  const first = rows.findIndex(({ event }) => event === said);
  return first < 0 ? undefined : first;
}
