import { basename } from 'node:path';
import {
  copyRun,
  importPortable,
  importTrace,
  isPortable,
  LogHash,
  type OnWritten,
  type RecordedRun,
  readPortable,
  readRecordings,
  recordingsIn,
  type Store,
} from '../../../engine/index.ts';
import type { RunId, RunSummary } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { IN_MEMORY, openDatabase, ownName } from '../database/index.ts';
import { openFile, ProblemError, readBytes, sha256 } from '../system/index.ts';
import { readEvalArchive } from './eval-archive.ts';
import { BEGINNING, refuseKind, textIn } from './file-kinds.ts';

/**
 * Imports `file` into `store`: a trace as a recorded run, a portable file as the run it was exported from, and a file of another tool
 * as a run for each attempt in it.
 *
 * @throws {TraceError} when it is none of these.
 * @throws {ProblemError} when it cannot be read or is too large.
 */
export async function importRuns(
  store: Store,
  file: string,
  onWritten?: OnWritten,
): Promise<readonly RunSummary[]> {
  const name = basename(file);
  // Databases may be larger than any file that is read.
  refuseKind(await beginningOf(file), name);
  return importBytes(store, await readTraceFile(file), name, onWritten);
}

/** Imports runs as {@link importRuns} does, from what is in a file. @throws {TraceError} when it is none of these. */
export async function importBytes(
  store: Store,
  bytes: Buffer,
  name: string,
  onWritten?: OnWritten,
): Promise<readonly RunSummary[]> {
  if (bytes.toString('latin1', 0, ARCHIVE.length) !== ARCHIVE)
    return importText(store, textIn(bytes, name), name, onWritten);
  const recordings = recordingsIn(await readEvalArchive(bytes, name), name);
  return throughMemory(store, (draft) => draftsOf(draft, recordings, onWritten));
}

/** Imports runs as {@link importRuns} does, from the text of a file. @throws {TraceError} when the text has none. */
export const importText = (
  store: Store,
  text: string,
  name: string,
  onWritten?: OnWritten,
): readonly RunSummary[] =>
  throughMemory(store, (draft) =>
    isPortable(text)
      ? [importPortable(draft, readPortable(text, name, sha256), ownName(), onWritten)]
      : draftsOf(draft, readRecordings(text, name), onWritten),
  );

/** Builds runs in memory and copies them, so that other writers to `store`, such as an active run, do not have to wait. */
function throughMemory(store: Store, build: (draft: Store) => readonly RunId[]): readonly RunSummary[] {
  using draft = openDatabase(IN_MEMORY);
  return build(draft.store).map((id) => store.run(copyRun(draft.store, id, store, ownName()))!);
}

function draftsOf(
  draft: Store,
  recordings: readonly RecordedRun[],
  onWritten: OnWritten | undefined,
): readonly RunId[] {
  const all = recordings.reduce((sum, { entries }) => sum + entries.length, 0);
  let before = 0;
  return recordings.map((recorded) => {
    const hash = new LogHash(sha256());
    for (const entry of recorded.entries) hash.add(entry);
    const details = { startedAt: Date.now(), owner: ownName(), logHash: hash.end() };
    const id = importTrace(draft, recorded, details, (written) => onWritten?.(before + written, all));
    before += recorded.entries.length;
    return id;
  });
}

/** The first characters of an archive. */
const ARCHIVE = 'PK\x03\x04';

/** The first characters of `file`; none when it cannot be read: reading it as a text says why. */
async function beginningOf(file: string): Promise<string> {
  try {
    await using opened = await openFile(file, { most: Infinity });
    const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(BEGINNING), position: 0 });
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}

/**
 * What is in `file`. A file of a workspace is read `within` its folder.
 *
 * @throws {ProblemError} when it cannot be read or is too large.
 */
export async function readTraceFile(file: string, within?: string): Promise<Buffer> {
  try {
    return await readBytes(file, { most: LIMITS.importBytes, within });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw new ProblemError('no-such-file', `${file} could not be read (${thrown.message})`);
  }
}
