import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Writes `text`, whole or in pieces, so that whoever reads `file`, even after a crash, finds either the old text or the new one. */
export async function writeAtomically(file: string, text: string | Iterable<string>): Promise<void> {
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
