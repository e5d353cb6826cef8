import type { RunId, RunSummary } from '../../engine/model/index.ts';
import { Fault } from '../fault.ts';
import type { KeptRuns } from '../kept-runs.ts';

/** The run called `id`. Throws where there is none. */
export function summaryOf({ runs }: KeptRuns, id: RunId): RunSummary {
  const summary = runs.summary(id);
  if (summary === undefined)
    throw new Fault('no-such-run', `run ${id}: found none, wanted one of this database`);
  return summary;
}
