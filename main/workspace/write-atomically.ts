import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The last write of each file that is not done yet. */
const underWay = new Map<string, Promise<void>>();

/**
 * Writes `text`, whole or in pieces, so that whoever reads `file`, even after a crash, finds either the old text or the new
 * one. Of several writes of a file the one that was asked for last stays.
 */
export async function writeAtomically(file: string, text: string | Iterable<string>): Promise<void> {
  const before = underWay.get(file);
  const writing = Promise.allSettled([before]).then(() => replace(file, text));
  underWay.set(file, writing);
  try {
    await writing;
  } finally {
    if (underWay.get(file) === writing) underWay.delete(file);
  }
}

async function replace(file: string, text: string | Iterable<string>): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.draft`);
  try {
    const handle = await open(draft, 'w');
    try {
      for (const piece of typeof text === 'string' ? [text] : text) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}
