import type { LogRow } from '../../preload/contract.ts';

/** What the list shows: line n stands for the entries `from[n]` to `to[n]`, which is one but for folds. */
export interface Lines {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** How the list is to be shown. */
export interface Wanted {
  /** Entries by index, ascending; `undefined` shows all. */
  readonly only: readonly number[] | undefined;
  /** Whether checks that did nothing but wait, one after the other, make one line. */
  readonly folding: boolean;
  /** The folds that are open, by their first entry. */
  readonly opened: ReadonlySet<number>;
}

/** Lays the rows out in lines. Linear in the rows shown. */
export function linesOf(rows: readonly LogRow[], { only, folding, opened }: Wanted): Lines {
  const from: number[] = [];
  const to: number[] = [];
  const count = only?.length ?? rows.length;
  const indexAt = (nth: number): number => (only === undefined ? nth : only[nth]!);
  /** The first entry of the waiting checks that the one before belongs to. */
  let wait: number | undefined;
  for (let nth = 0; nth < count; nth++) {
    const index = indexAt(nth);
    const waits = folding && rows[index]?.verdict === 'waiting';
    if (waits && wait !== undefined && !opened.has(wait)) {
      to[to.length - 1] = index;
      continue;
    }
    wait = waits ? (wait ?? index) : undefined;
    from.push(index);
    to.push(index);
  }
  return { from, to };
}

/** The line that entry `index` is in, or the last before it; −1 where it is before the first. */
export function lineOf({ from }: Lines, index: number): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
