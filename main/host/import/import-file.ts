import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  copyRun,
  importPortable,
  importTrace,
  isPortable,
  LogHash,
  type OnWritten,
  readPortable,
  readTrace,
  type Store,
} from '../../../engine/index.ts';
import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { IN_MEMORY, openDatabase, ownName } from '../database/index.ts';
import { megabytes, ProblemError, sha256 } from '../system/index.ts';

/**
 * Imports `file` into `store`: a trace as a recorded run, a portable file as the run it was exported from.
 *
 * @throws {TraceError} when it is neither.
 * @throws {ProblemError} when it cannot be read or is too large.
 */
export const importTraceFile = async (
  store: Store,
  file: string,
  onWritten?: OnWritten,
): Promise<RunSummary> => importTraceText(store, await readTraceFile(file), basename(file), onWritten);

/**
 * Imports a trace or a portable file from its text. The run is built in memory and then copied, so that other writers to
 * `store`, such as an active run, do not have to wait.
 *
 * @throws {TraceError} when the text is neither.
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

/** The text of the trace in `file`. @throws {ProblemError} when it cannot be read or is too large. */
export async function readTraceFile(file: string): Promise<string> {
  const name = basename(file);
  try {
    const { size } = await stat(file);
    if (size > LIMITS.importBytes)
      throw new ProblemError(
        'file-too-large',
        `${name} is too large: ${megabytes(size)}, of ${megabytes(LIMITS.importBytes)} at most`,
      );
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw new ProblemError('no-such-file', `${file} could not be read (${thrown.message})`);
  }
}
