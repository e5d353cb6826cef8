import type { KnownRecord } from '../../engine/model/index.ts';
import { formatCount } from '../format/amount.ts';

/** `The agent knows 3 of 12 letters, 1 of them not as it is now; 2 of 2 messages.` */
export function sumsOf(records: readonly KnownRecord[]): string {
  if (records.length === 0) return 'Nothing is here that the agent could know of.';
  const kinds = new Map<string, { all: number; known: number; stale: number }>();
  for (const { kind, awareness } of records) {
    const sum = kinds.get(kind) ?? { all: 0, known: 0, stale: 0 };
    sum.all += 1;
    if (awareness.status !== 'unknown') sum.known += 1;
    if (awareness.status === 'stale') sum.stale += 1;
    kinds.set(kind, sum);
  }
  const sums = Array.from(kinds, ([kind, { all, known, stale }]) => {
    const of = `${formatCount(known)} of ${formatCount(all)} ${all === 1 ? kind : `${kind}s`}`;
    return stale === 0 ? of : `${of}, ${formatCount(stale)} of them stale`;
  });
  return `The agent knows ${sums.join('; ')}.`;
}
