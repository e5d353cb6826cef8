import { basename } from 'node:path';
import {
  importPortable,
  importTrace,
  isPortable,
  LabError,
  readAreTrace,
  readPortable,
  type Store,
} from '../engine/index.ts';
import type { RunSummary } from '../engine/model/run.ts';
import { Fault } from './fault.ts';
import { LogHash } from './runs/log-hash.ts';
import { ownName } from './runs/owner.ts';
import { sha256 } from './sha-256.ts';
import { traceText } from './trace-text.ts';

/**
 * Reads `file` and keeps it in `store`: a trace as a run that was recorded, a portable file as the run it was written of.
 *
 * @throws {TraceError} when it is neither.
 * @throws {Fault} when it cannot be read or is too large.
 */
export const importTraceFile = async (store: Store, file: string): Promise<RunSummary> =>
  importTraceText(store, await traceText(file), basename(file));

/** The same of a text that is read already. @throws {TraceError} */
export function importTraceText(store: Store, text: string, name: string): RunSummary {
  if (isPortable(text)) return store.run(importPortable(store, readPortable(text, name, sha256), ownName()))!;
  const recorded = readAreTrace(text, name);
  const hash = new LogHash();
  for (const entry of recorded.entries) hash.add(entry);
  const logHash = hash.end();
  return store.run(importTrace(store, recorded, { startedAt: Date.now(), owner: ownName(), logHash }))!;
}

/**
 * Imports several, each by one of `imports`; one that is broken does not keep the others out.
 *
 * @throws {Fault} that names all that did not come in.
 */
export async function importAll(
  imports: readonly (() => RunSummary | Promise<RunSummary>)[],
): Promise<readonly RunSummary[]> {
  const runs: RunSummary[] = [];
  const refusals: LabError[] = [];
  for (const one of imports)
    try {
      runs.push(await one());
    } catch (thrown) {
      if (!(thrown instanceof LabError)) throw thrown;
      refusals.push(thrown);
    }
  const [only, ...others] = refusals;
  if (only === undefined) return runs;
  if (others.length === 0 && runs.length === 0) throw only;
  const took = runs.length === 0 ? '' : ` (${runs.length} came in)`;
  throw new Fault('not-all-imported', `${refusals.map(({ message }) => message).join('\n')}${took}`);
}
