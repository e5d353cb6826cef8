import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ProblemError } from './problem.ts';

/**
 * Makes `folder` and those above it, where they are not there. Node's own way to do so never ends where a folder takes no other,
 * as /proc does not.
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder);
  // What has nothing above it, such as a drive, cannot be made.
  if (above !== folder && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (!isFolder(folder)) throw thrown;
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** How many drafts were made so far: each has a name of its own. */
let drafts = 0;

/** The last write of each file that is not done yet. */
const underWay = new Map<string, Promise<void>>();

/**
 * Writes `text`, whole or in pieces, so that whoever reads `file`, even after a crash, finds either the old text or the new
 * one. Of several writes of a file the one that was asked for last stays.
 *
 * `requireReplaceable` is called right before the file is replaced, with nothing in between that another program could use; what it
 * throws leaves the file as it was.
 */
export async function writeAtomically(
  file: string,
  text: string | Iterable<string | Buffer>,
  requireReplaceable?: () => void,
): Promise<void> {
  const before = underWay.get(file);
  const writing = Promise.allSettled([before]).then(() => replace(file, text, requireReplaceable));
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
  requireReplaceable: () => void = () => undefined,
): Promise<void> {
  // A name of 255 bytes leaves no room for more.
  const draft = join(dirname(file), `.${basename(file).slice(0, 40)}.${process.pid}-${(drafts += 1)}.draft`);
  try {
    const handle = await open(draft, 'w');
    try {
      for (const piece of typeof text === 'string' ? [text] : text) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    requireReplaceable();
    renameSync(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

/**
 * Writes a file that leaves the workspace. What is there already is replaced, unless it is no file, or a database: runs must
 * not be lost to a slip of the hand.
 *
 * @throws {ProblemError} when it cannot be written; what was there is left as it was.
 */
export async function writeOut(file: string, text: Iterable<string | Buffer>): Promise<void> {
  try {
    const found = await irreplaceable(file);
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
    throw new ProblemError(
      'file-not-written',
      `${file}: could not be written (${thrown.message}); nothing was changed`,
    );
  }
}

const DATABASE = 'SQLite format 3\0';

/** What stands at `file` that must not be replaced. */
async function irreplaceable(file: string): Promise<string | undefined> {
  const status = await stat(file).catch(() => undefined);
  if (status === undefined) return undefined;
  if (status.isDirectory()) return 'a folder';
  if (!status.isFile()) return 'no file';
  return (await beginningOf(file)) === DATABASE ? 'a database' : undefined;
}

async function beginningOf(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(DATABASE.length));
  return buffer.toString('latin1', 0, bytesRead);
}

/** Characters that are written at once. */
const CHUNK = 65_536;

/** `parts` joined to pieces that are long enough to be worth a write of their own. */
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
