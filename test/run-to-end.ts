import type { LogEntry } from '../engine/model/index.ts';
import { fireEvents } from '../main/host/runs/live-run.ts';
import type { PreparedRun } from '../main/host/runs/prepare-run.ts';

/** Runs `prepared` to its end, without a store. Returns the run. */
export function runToEnd<Run extends Pick<PreparedRun, 'environment' | 'session' | 'within'>>(
  prepared: Run,
): Run {
  const fired: LogEntry[] = [];
  while (!fireEvents(prepared, fired, () => true));
  return prepared;
}
