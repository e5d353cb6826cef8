import type { Verdict } from '../../engine/model/verdict.ts';
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
