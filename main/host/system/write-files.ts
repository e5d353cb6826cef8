import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open, readdir, readlink, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing, ProblemError } from './problem.ts';
import { isInside, entryKind, leadsOut, nameWithin, openRegularFile, entryStatus } from './read-files.ts';

/**
 * Creates `folder` and its missing parents. Node's recursive `mkdir` never ends in folders that accept no new ones, such as
 * /proc.
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder);
  // A root without a parent, such as a drive, cannot be created.
  if (above !== folder && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (!isFolder(folder)) throw thrown;
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** The number of drafts so far, which makes their names unique. */
let drafts = 0;

/** The drafts of unfinished writes. */
const unfinished = new Set<string>();

/** Removes the drafts of unfinished writes, for a process that ends before it can finish them. */
export function discardDrafts(): void {
  for (const draft of unfinished) rmSync(draft, { force: true });
}

const DRAFT = /^\..*\.(?<process>\d+)-\d+\.draft$/;

/** Folders in which drafts of killed processes were already removed. */
const cleaned = new Set<string>();

/** Removes drafts from `folder` whose process has ended. */
function removeDrafts(folder: string): void {
  if (cleaned.has(folder)) return;
  cleaned.add(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const owner = Number(DRAFT.exec(entry.name)?.groups?.['process'] ?? process.pid);
    if (entry.isFile() && !isRunning(owner)) rmSync(join(folder, entry.name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // The process of another user.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The last unfinished write of each file. */
const underWay = new Map<string, Promise<void>>();

interface WriteOptions {
  /** Called right before the file is replaced, synchronously. If it throws, the file stays unchanged. */
  readonly requireReplaceable?: () => void;
  /** Whether to wait until the text is on the disk; true by default. Otherwise a crash may damage it. */
  readonly isDurable?: boolean;
  /**
   * The real path of a folder in which the file must be. The file's folder is created if missing. No link is followed out of it,
   * and only regular files are replaced.
   */
  readonly within?: string | undefined;
}

/**
 * Writes `text`, whole or in pieces, so that readers of `file` find either the old or the new text, even after a crash. If a file
 * is written several times, the last call wins.
 */
export async function writeAtomically(
  file: string,
  text: string | Iterable<string | Buffer>,
  options: WriteOptions = {},
): Promise<void> {
  const before = underWay.get(file);
  const writing = Promise.allSettled([before]).then(() => replace(file, text, options));
  underWay.set(file, writing);
  try {
    await writing;
  } finally {
    if (underWay.get(file) === writing) underWay.delete(file);
  }
}

async function replace(
  file: string,
  text: string | Iterable<string | Buffer>,
  { requireReplaceable, isDurable = true, within }: WriteOptions,
): Promise<void> {
  const target = within === undefined ? file : resolveWithin(within, file);
  if (within !== undefined) makeFolder(dirname(target));
  removeDrafts(dirname(target));
  const { draft, handle } = await openDraft(target);
  try {
    try {
      for (const piece of typeof text === 'string' ? [text] : text) await handle.writeFile(piece);
      if (isDurable) await handle.sync();
    } finally {
      await handle.close();
    }
    requireReplaceable?.();
    // Also right before, because writing takes a while: a folder may have become a link.
    if (within !== undefined) requireWithin(within, target, target);
    renameSync(draft, target);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  } finally {
    unfinished.delete(draft);
  }
}

/** A new name beside `target`, shortened, because the name may already have the maximum of 255 bytes. */
const draftPath = (target: string): string =>
  join(dirname(target), `.${basename(target).slice(0, 40)}.${process.pid}-${(drafts += 1)}.draft`);

/** Creates a new file beside `target`. */
async function openDraft(target: string): Promise<{ readonly draft: string; readonly handle: FileHandle }> {
  for (;;) {
    const draft = draftPath(target);
    try {
      const handle = await open(draft, NEW_FILE_FLAGS);
      unfinished.add(draft);
      return { draft, handle };
    } catch (thrown) {
      // Somebody else's file, or a link: it is neither followed nor replaced.
      if (!isCode(thrown, 'EEXIST')) throw thrown;
    }
  }
}

const NEW_FILE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const APPEND_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const isCode = (thrown: unknown, code: string): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === code;

/**
 * The path of `file` with links resolved. Neither the file nor its folder has to exist.
 * @throws {ProblemError} when a link leads out of `within`, which is a real path, or the entry there is not a regular file.
 */
export function resolveWithin(within: string, file: string): string {
  let above = dirname(file);
  while (entryStatus(above) === undefined) above = dirname(above);
  requireFolder(within, above);
  if (above !== dirname(file)) return file;
  const target = entryStatus(file)?.isSymbolicLink() === true ? realPathOf(file, within) : file;
  requireWithin(within, target, file);
  return join(realpathSync(dirname(target)), basename(target));
}

/** Appends `text` to `file` in the folder `within`, synchronously. @throws {ProblemError} as {@link resolveWithin}. */
export function appendNow(file: string, text: string, within: string): void {
  const descriptor = openSync(resolveWithin(within, file), APPEND_FLAGS);
  try {
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Like {@link writeAtomically}, but synchronous and without waiting for the disk.
 * @throws {ProblemError} as {@link resolveWithin}.
 */
export function writeNow(file: string, content: string | Uint8Array, within: string): void {
  const target = resolveWithin(within, file);
  makeFolder(dirname(target));
  const draft = draftPath(target);
  const descriptor = openSync(draft, NEW_FILE_FLAGS);
  try {
    try {
      writeFileSync(descriptor, content);
    } finally {
      closeSync(descriptor);
    }
    requireWithin(within, target, target);
    renameSync(draft, target);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

function realPathOf(file: string, within: string): string {
  try {
    return realpathSync(file);
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    throw leadsOut(nameWithin(file, within));
  }
}

/** @throws {ProblemError} when `folder` is not a folder, or a link leads out of `within`. */
export function requireFolder(within: string, folder: string): void {
  const name = nameWithin(folder, within);
  const real = realPathOf(folder, within);
  if (!isInside(within, real)) throw leadsOut(name);
  if (!statSync(real).isDirectory())
    throw new ProblemError(
      'bad-path',
      `${name} is no folder. Orrery leaves it alone: delete it, or put a folder there.`,
    );
}

function requireWithin(within: string, target: string, file: string): void {
  const name = nameWithin(file, within);
  if (!isInside(within, realpathSync(dirname(target)))) throw leadsOut(name);
  const status = entryStatus(target);
  const kind = status && entryKind(status);
  if (kind !== undefined)
    throw new ProblemError(
      'file-not-written',
      `${name} is ${kind}, not a file. Orrery leaves it alone: delete it, or choose another name.`,
    );
}

/**
 * Writes a file outside the workspace. Replaces an existing file, unless it is a database, source code or not a regular file, so
 * that runs and scenarios are not lost by mistake. Never writes a file that SQLite would treat as part of a database.
 * @throws {ProblemError} when it cannot be written; an existing file stays unchanged.
 */
export async function writeOut(file: string, text: Iterable<string | Buffer>): Promise<void> {
  try {
    const found = await protectedKind(file);
    if (found !== undefined)
      throw new ProblemError(
        'file-not-written',
        `${file} is ${found} and will not be replaced: choose another name`,
      );
    await writeAtomically(file, text);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    const folder = dirname(file);
    if (!existsSync(folder))
      throw new ProblemError('file-not-written', `${file}: there is no folder ${folder}`);
    throw notWritten(file, thrown);
  }
}

/** The problem that the operating system refused to write `file`, which is unchanged. */
export function notWritten(file: string, error: Error): ProblemError {
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return new ProblemError(
    'file-not-written',
    isFull
      ? `${file} is not saved: The disk is full. Make room and try again; nothing was changed.`
      : `${file}: could not be written (${error.message}); nothing was changed`,
  );
}

const DATABASE = 'SQLite format 3\0';

/** Matches suffixes of SQLite's files beside a database. */
const COMPANION = /-(?:wal|shm|journal)$/i;

/** Matches file name extensions of programs and scenarios. */
const SOURCE_CODE = /\.(?:[cm]?[jt]sx?|py|sh)$/i;

/** The kind of `file` if it must not be replaced; otherwise `undefined`. */
async function protectedKind(file: string): Promise<string | undefined> {
  const owner = file.replace(COMPANION, '');
  if (owner !== file && (await stat(owner).catch(() => undefined))?.isFile() === true)
    return `a file of the database ${owner}`;
  const status = entryStatus(file);
  if (status === undefined) return undefined;
  if (status.isSymbolicLink()) return `a link to ${await readlink(file)}`;
  const kind = entryKind(status);
  if (kind !== undefined) return kind;
  if (SOURCE_CODE.test(file)) return 'source code';
  return (await beginningOf(file)) === DATABASE ? 'a database' : undefined;
}

async function beginningOf(file: string): Promise<string> {
  await using handle = await openRegularFile(file, { most: Infinity });
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(DATABASE.length));
  return buffer.toString('latin1', 0, bytesRead);
}

/** The number of characters written at once. */
const CHUNK = 65_536;

/** `parts` joined to pieces that are large enough to be written efficiently. */
export function* inChunks(parts: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const part of parts) {
    chunk.push(part);
    length += part.length;
    if (length < CHUNK) continue;
    yield chunk.join('');
    chunk = [];
    length = 0;
  }
  if (length > 0) yield chunk.join('');
}

/**
 * Writes `pieces` as file `name` to a cache's `folder`, which keeps about `most` files: the oldest are deleted. Does nothing when
 * the folder is not writable. Does not wait for the disk, so readers must detect a file damaged by a crash.
 */
export async function writeCached(
  folder: string,
  name: string,
  pieces: readonly (string | Buffer)[],
  most: number,
): Promise<void> {
  try {
    makeFolder(folder);
    await writeAtomically(join(folder, name), pieces, { isDurable: false });
    await removeOldest(folder, most);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
  }
}

/** Deletes the oldest files in `folder` if there are more than `most`, plus another tenth, so that most calls only count. */
async function removeOldest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return { file, written: (await stat(file)).mtimeMs };
    }),
  );
  files.sort((one, other) => one.written - other.written);
  await Promise.all(files.slice(0, -Math.ceil(0.9 * most)).map(({ file }) => rm(file, { force: true })));
}
