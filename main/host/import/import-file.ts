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
  readRecordings,
  type Store,
} from '../../../engine/index.ts';
import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { IN_MEMORY, openDatabase, ownName } from '../database/index.ts';
import { megabytes, ProblemError, sha256 } from '../system/index.ts';

/**
 * Imports `file` into `store`: a trace as a recorded run, a portable file as the run it was exported from, and a file of another tool
 * as a run for each attempt in it.
 *
 * @throws {TraceError} when it is none of these.
 * @throws {ProblemError} when it cannot be read or is too large.
 */
export const importRuns = async (
  store: Store,
  file: string,
  onWritten?: OnWritten,
): Promise<readonly RunSummary[]> => importText(store, await readTraceFile(file), basename(file), onWritten);

/**
 * Imports runs as {@link importRuns} does, from the text of a file. They are built in memory and then copied, so that other writers to
 * `store`, such as an active run, do not have to wait.
 *
 * @throws {TraceError} when the text has none.
 */
export function importText(
  store: Store,
  text: string,
  name: string,
  onWritten?: OnWritten,
): readonly RunSummary[] {
  using draft = openDatabase(IN_MEMORY);
  const ids = draftsOf(draft.store, text, name, onWritten);
  return ids.map((id) => store.run(copyRun(draft.store, id, store, ownName()))!);
}

function draftsOf(
  draft: Store,
  text: string,
  name: string,
  onWritten: OnWritten | undefined,
): readonly RunId[] {
  const owner = ownName();
  if (isPortable(text)) return [importPortable(draft, readPortable(text, name, sha256), owner, onWritten)];
  const recordings = readRecordings(text, name);
  const all = recordings.reduce((sum, { entries }) => sum + entries.length, 0);
  let before = 0;
  return recordings.map((recorded) => {
    const hash = new LogHash(sha256());
    for (const entry of recorded.entries) hash.add(entry);
    const details = { startedAt: Date.now(), owner, logHash: hash.end() };
    const id = importTrace(draft, recorded, details, (written) => onWritten?.(before + written, all));
    before += recorded.entries.length;
    return id;
  });
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
