import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from './fault.ts';
import { writeAtomically } from './workspace/write-atomically.ts';

/**
 * Writes a file that leaves the workspace. What is there already is replaced, unless it is no file, or a database: runs must
 * not be lost to a slip of the hand.
 *
 * @throws {Fault} when it cannot be written; what was there is left as it was.
 */
export async function writeOut(file: string, text: Iterable<string>): Promise<void> {
  try {
    const found = await irreplaceable(file);
    if (found !== undefined)
      throw new Fault('file-not-written', `${file}: found ${found}, wanted the name of another file`);
    await writeAtomically(file, text);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    const folder = dirname(file);
    if (!existsSync(folder))
      throw new Fault('file-not-written', `${file}: found no folder ${folder}, wanted one that is there`);
    throw new Fault(
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
