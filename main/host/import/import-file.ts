import { createHash } from 'node:crypto';
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
import type {
  NewAttempt,
  Original,
  RecordedSet,
  RunId,
  RunSet,
  RunSummary,
} from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { IN_MEMORY, openDatabase, ownName } from '../database/index.ts';
import { openFile, ProblemError, readBytes, sha256, sha256Of } from '../system/index.ts';
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
    return importText(store, textIn(bytes, name), name, onWritten, originalOf(bytes, name));
  const recordings = recordingsIn(await readEvalArchive(bytes, name), name);
  return throughMemory(store, (draft) => draftsOf(draft, recordings, originalOf(bytes, name), onWritten));
}

/** Imports runs as {@link importRuns} does, from the text of a file. @throws {TraceError} when the text has none. */
export const importText = (
  store: Store,
  text: string,
  name: string,
  onWritten?: OnWritten,
  original = originalOf(Buffer.from(text), name),
): readonly RunSummary[] =>
  throughMemory(store, (draft) =>
    isPortable(text)
      ? [{ id: importPortable(draft, readPortable(text, name, sha256), ownName(), onWritten) }]
      : draftsOf(draft, readRecordings(text, name), original, onWritten),
  );

/** The bytes of a file, for those who want them back. */
const originalOf = (bytes: Buffer, label: string): Original => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  label,
  length: bytes.length,
  bytes: bytes.length > MAX_KEPT ? undefined : bytes,
});

/** Larger files stay where they are: a database with a copy of each would be twice as large. */
const MAX_KEPT = 64_000_000; // bytes

/** A run that was built in memory, and what it attempted. */
interface Draft {
  readonly id: RunId;
  readonly attempt?: NewAttempt | undefined;
}

/** Builds runs in memory and copies them, so that other writers to `store`, such as an active run, do not have to wait. */
function throughMemory(store: Store, build: (draft: Store) => readonly Draft[]): readonly RunSummary[] {
  using draft = openDatabase(IN_MEMORY);
  return build(draft.store).map(({ id, attempt }) =>
    store.run(copyRun(draft.store, id, store, ownName(), undefined, attempt))!,
  );
}

function draftsOf(
  draft: Store,
  recordings: readonly RecordedRun[],
  original: Original,
  onWritten: OnWritten | undefined,
): readonly Draft[] {
  const all = recordings.reduce((sum, { entries }) => sum + entries.length, 0);
  let before = 0;
  return recordings.map((recorded) => {
    const hash = new LogHash(sha256());
    for (const entry of recorded.entries) hash.add(entry);
    const logHash = hash.end();
    const details = { startedAt: Date.now(), owner: ownName(), logHash };
    const id = importTrace(draft, recorded, details, (written) => onWritten?.(before + written, all));
    before += recorded.entries.length;
    return { id, attempt: newAttempt(recorded, logHash, original) };
  });
}

function newAttempt(recorded: RecordedRun, logHash: string, original: Original): NewAttempt | undefined {
  if (recorded.attempt === undefined) return undefined;
  const { set, ...attempt } = recorded.attempt;
  return { ...attempt, original, content: contentHash(recorded, logHash), set: set && setOf(set, original) };
}

/** The set that a file tells of. Without an id of its own it is known by the name of its file. */
function setOf({ id, ...set }: RecordedSet, { label }: Original): RunSet {
  return { ...set, key: `${set.tool} ${id ?? label}` };
}

/** The same for the same attempt, whichever file it comes in: a log that grew has it again. */
function contentHash({ scenario, extras, verdict, attempt }: RecordedRun, logHash: string): string {
  const { kept: _, ...document } = extras.document;
  const { set: __, ...own } = attempt!;
  return sha256Of(JSON.stringify([scenario, logHash, document, verdict ?? null, own]));
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
