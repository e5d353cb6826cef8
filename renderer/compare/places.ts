import type { ComparedRow } from '../../engine/model/comparison.ts';

/** The places of the rows on show among all rows. */
export const placesShown = (rows: readonly ComparedRow[], onlyDifferent: boolean): readonly number[] =>
  rows.flatMap(({ kind }, at) => (onlyDifferent && kind === 'equal' ? [] : [at]));

/** The nearest row after `at` that differs, or before it with a `step` of −1; `at` itself where there is none. */
export function nextDifference(rows: readonly ComparedRow[], at: number, step: 1 | -1): number {
  for (let place = at + step; place >= 0 && place < rows.length; place += step)
    if (rows[place]!.kind !== 'equal') return place;
  return at;
}

/** The entries that both runs have come to at row `at`; −1 is before the first. */
export function entriesAt(
  rows: readonly ComparedRow[],
  at: number,
): { readonly a: number; readonly b: number } {
  let [a, b] = [-1, -1];
  for (const row of rows.slice(0, at + 1)) {
    // What has moved comes early on one side only.
    if (row.kind === 'moved') continue;
    a = row.a ?? a;
    b = row.b ?? b;
  }
  const row = rows[at];
  return row?.kind === 'moved' ? { a: row.a!, b: row.b! } : { a, b };
}
