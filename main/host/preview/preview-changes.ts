import { type Comparison, ROW_KINDS, type RunSummary } from '../../../engine/model/index.ts';
import type { PreviewChanges } from '../../../preload/contract.ts';

/** The differences of `run` from the earlier preview `before`. */
export function changesBetween(
  before: RunSummary,
  run: RunSummary,
  { rows, divergence }: Comparison,
): PreviewChanges {
  const kinds = new Uint8Array(run.entries);
  const counterparts = new Int32Array(run.entries);
  let removed = 0;
  let last = -1;
  for (const { kind, a = -1, b } of rows) {
    last = Math.max(last, a);
    if (b === undefined) removed += 1;
    else {
      kinds[b] = ROW_KINDS.indexOf(kind);
      counterparts[b] = last;
    }
  }
  // Entries of the one before that are gone come last.
  if (run.entries > 0) counterparts[run.entries - 1] = before.entries - 1;
  return { before, sentence: divergence?.sentence, kinds, counterparts, removed };
}
