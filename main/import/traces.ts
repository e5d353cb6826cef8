import { basename } from 'node:path';
import {
  importPortable,
  importTrace,
  isPortable,
  readAreTrace,
  readPortable,
  type Store,
  type Wrote,
} from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { LogHash } from '../runs/log-hash.ts';
import { ownName } from '../runs/owner.ts';
import { sha256 } from '../sha-256.ts';
import { traceText } from './trace-text.ts';

/**
 * Reads `file` and keeps it in `store`: a trace as a run that was recorded, a portable file as the run it was written of.
 *
 * @throws {TraceError} when it is neither.
 * @throws {Fault} when it cannot be read or is too large.
 */
export const importTraceFile = async (store: Store, file: string, wrote?: Wrote): Promise<RunSummary> =>
  importTraceText(store, await traceText(file), basename(file), wrote);

/** The same of a text that is read already. @throws {TraceError} */
export function importTraceText(store: Store, text: string, name: string, wrote?: Wrote): RunSummary {
  if (isPortable(text))
    return store.run(importPortable(store, readPortable(text, name, sha256), ownName(), wrote))!;
  const recorded = readAreTrace(text, name);
  const hash = new LogHash();
  for (const entry of recorded.entries) hash.add(entry);
  const logHash = hash.end();
  return store.run(
    importTrace(store, recorded, { startedAt: Date.now(), owner: ownName(), logHash }, wrote),
  )!;
}
