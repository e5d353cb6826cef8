import { type RunSummary, type Verdict, wasCutShort } from '../../engine/model/index.ts';

/** What a run's verdict is called. */
export function verdictWords(run: RunSummary, { passed }: Verdict): string {
  if (passed) return 'Passed';
  return wasCutShort(run) ? 'Stopped by hand before it could pass' : 'Did not pass';
}
