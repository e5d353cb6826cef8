import { wasCutShort, type RunSummary } from '../../engine/model/run.ts';
import type { Verdict } from '../../engine/model/verdict.ts';

/** What a run's verdict is called. */
export function verdictWords(run: RunSummary, { passed }: Verdict): string {
  if (passed) return 'Passed';
  return wasCutShort(run) ? 'Stopped by hand before it could pass' : 'Did not pass';
}
