import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { isMissing, ProblemError } from './problem.ts';

/** Limits on the files that may be read. */
export interface Readable {
  readonly most: number; // bytes
  /** The real path of the folder in which the file must be. When left out, links may lead anywhere. */
  readonly within?: string | undefined;
}

/** Flags for opening files: a link that has replaced the file is not followed, and a pipe without a writer does not block. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens `file` for reading if it is a regular file. Opening other kinds could block or have side effects.
 * @throws {ProblemError} when it is not a regular file, is too large, or a link leads out of the folder.
 */
export async function openRegularFile(file: string, readable: Readable): Promise<FileHandle> {
  const real = await realpath(file);
  requireReadable(file, await lstat(real), real, readable);
  const handle = await open(real, FLAGS);
  try {
    const opened = await handle.stat();
    requireReadable(file, opened, await realpath(file), readable);
    if (readable.within !== undefined) requireSame(file, opened, await lstat(await realpath(file)));
    return handle;
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** The content of `file`. @throws {ProblemError} as {@link openRegularFile}. */
export async function readBytes(file: string, readable: Readable): Promise<Buffer> {
  await using handle = await openRegularFile(file, readable);
  const bytes = Buffer.alloc((await handle.stat()).size);
  let length = 0;
  for (let more = 1; more > 0 && length < bytes.length; length += more)
    more = (await handle.read(bytes, length)).bytesRead;
  return bytes.subarray(0, length);
}

/** The UTF-8 text of `file`. @throws {ProblemError} as {@link openRegularFile}. */
export const readText = async (file: string, readable: Readable): Promise<string> =>
  (await readBytes(file, readable)).toString('utf8');

/** Like {@link readText}, but synchronous. */
export function readTextNow(file: string, readable: Readable): string {
  const real = realpathSync(file);
  requireReadable(file, lstatSync(real), real, readable);
  const descriptor = openSync(real, FLAGS);
  try {
    const opened = fstatSync(descriptor);
    requireReadable(file, opened, realpathSync(file), readable);
    if (readable.within !== undefined) requireSame(file, opened, lstatSync(realpathSync(file)));
    const bytes = Buffer.alloc(opened.size);
    let length = 0;
    for (let more = 1; more > 0 && length < bytes.length; length += more)
      more = readSync(descriptor, bytes, length, bytes.length - length, null);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the path `real` is `folder` or in it; both are real paths. */
export const isInside = (folder: string, real: string): boolean =>
  real === folder || real.startsWith(folder + sep);

/** The status of the entry at `path`, which may be a link; `undefined` if there is none. */
export function entryStatus(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** The kind of an entry that is not a regular file, in words. */
export function entryKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  if (stats.isSymbolicLink()) return 'a link';
  return 'a device';
}

export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/** The name of `file` for messages. */
export const nameWithin = (file: string, within: string | undefined): string =>
  within === undefined ? basename(file) : relative(within, file);

export const leadsOut = (name: string): ProblemError =>
  new ProblemError(
    'bad-path',
    `${name} is a link that leads out of the folder. Orrery does not follow it: put the file itself there, or delete the link.`,
  );

function requireReadable(file: string, stats: Stats, real: string, { most, within }: Readable): void {
  const name = nameWithin(file, within);
  if (within !== undefined && !isInside(within, real)) throw leadsOut(name);
  const kind = entryKind(stats);
  if (kind !== undefined)
    throw new ProblemError(
      'no-such-file',
      `${name} is ${kind}, not a file. Orrery leaves it alone: put a file there, or delete it.`,
    );
  if (stats.size > most)
    throw new ProblemError(
      'file-too-large',
      `${name} is too large: ${megabytes(stats.size)}, of ${megabytes(most)} at most`,
    );
}

function requireSame(file: string, opened: Stats, now: Stats): void {
  if (opened.ino !== now.ino || opened.dev !== now.dev)
    throw new ProblemError('file-changed', `${file} was replaced while it was opened. Try again.`);
}
