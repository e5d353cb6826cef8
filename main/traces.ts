import { basename } from 'node:path';
import { importTrace, readAreTrace, type Store } from '../engine/index.ts';
import type { RunSummary } from '../engine/model/run.ts';
import { LogHash } from './runs/log-hash.ts';
import { ownName } from './runs/owner.ts';
import { traceText } from './trace-text.ts';

/**
 * Reads the trace in `file` and keeps it in `store` as a run that was recorded.
 *
 * @throws {TraceError} when it is no trace that ARE exported.
 * @throws {Fault} when it cannot be read or is too large.
 */
export async function importTraceFile(store: Store, file: string): Promise<RunSummary> {
  const recorded = readAreTrace(await traceText(file), basename(file));
  const hash = new LogHash();
  for (const entry of recorded.entries) hash.add(entry);
  const logHash = hash.end();
  return store.run(importTrace(store, recorded, { startedAt: Date.now(), owner: ownName(), logHash }))!;
}
