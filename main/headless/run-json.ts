import type { Store } from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/index.ts';
import { printEntries } from './log-json.ts';
import { print } from './print.ts';
import { simulatedSeconds } from './summary.ts';

/** Prints a run as one JSON object. It is written page by page, because a log can be longer than a text may be. */
export async function printRun(run: RunSummary, store: Store): Promise<void> {
  const head = JSON.stringify({
    run: run.id,
    ...(run.origin === undefined ? {} : { branchOf: run.origin.parent, at: run.origin.at }),
    ...(run.choices?.variant === undefined ? {} : { variant: run.choices.variant }),
    state: run.state,
    events: run.entries,
    simulatedSeconds: simulatedSeconds(run),
    verdict: run.verdict ?? null,
    logHash: run.logHash ?? null,
  });
  await print(`${head.slice(0, -1)},"log":`);
  await printEntries(run, store);
  await print('}');
}
