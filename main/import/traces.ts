import { basename } from 'node:path';
import {
  copyRun,
  importPortable,
  importTrace,
  isPortable,
  LogHash,
  readTrace,
  readPortable,
  type Store,
  type OnWritten,
} from '../../engine/index.ts';
import type { RunId, RunSummary } from '../../engine/model/index.ts';
import { IN_MEMORY, openDatabase } from '../database.ts';
import { ownName } from '../runs/owner.ts';
import { sha256 } from '../sha-256.ts';
import { traceText } from './trace-text.ts';

/**
 * Reads `file` and keeps it in `store`: a trace as a run that was recorded, a portable file as the run it was written of.
 *
 * @throws {TraceError} when it is neither.
 * @throws {Fault} when it cannot be read or is too large.
 */
export const importTraceFile = async (
  store: Store,
  file: string,
  onWritten?: OnWritten,
): Promise<RunSummary> => importTraceText(store, await traceText(file), basename(file), onWritten);

/**
 * The same of a text that is read already. It is made in memory and then carried over: who writes to `store` meanwhile, such
 * as a run in motion, is not held up by that.
 *
 * @throws {TraceError}
 */
export function importTraceText(store: Store, text: string, name: string, onWritten?: OnWritten): RunSummary {
  using draft = openDatabase(IN_MEMORY);
  const id = draftOf(draft.store, text, name, onWritten);
  return store.run(copyRun(draft.store, id, store, ownName()))!;
}

function draftOf(draft: Store, text: string, name: string, onWritten: OnWritten | undefined): RunId {
  const owner = ownName();
  if (isPortable(text)) return importPortable(draft, readPortable(text, name, sha256), owner, onWritten);
  const recorded = readTrace(text, name);
  const hash = new LogHash(sha256());
  for (const entry of recorded.entries) hash.add(entry);
  return importTrace(draft, recorded, { startedAt: Date.now(), owner, logHash: hash.end() }, onWritten);
}
