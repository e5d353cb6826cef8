/** What is wider is not waited for by the others. */
const WIDEST = 40; // characters

/** Rows of texts as lines, each column as wide as it need be; those that `right` names, by number, end below one another. */
export function inColumns(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [nth, { length }] of row.entries())
      widths[nth] = Math.max(widths[nth] ?? 0, Math.min(length, WIDEST));
  const padded = (text: string, nth: number): string =>
    right.includes(nth) ? text.padStart(widths[nth]!) : text.padEnd(widths[nth]!);
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}
