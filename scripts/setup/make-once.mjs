import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Makes the folder `target` unless it exists: `fill` fills a draft beside it, which is renamed when it is complete.
 *
 * Whenever this is interrupted, `target` either does not exist or is complete; abandoned drafts are removed the next time. Two
 * callers must not make the same folder at once, see `withLock`.
 *
 * @param {string} target
 * @param {(draft: string) => Promise<void>} fill
 * @returns {Promise<string>} `target`
 */
export async function makeOnce(target, fill) {
  if (existsSync(target)) return target;
  const parent = dirname(target);
  const prefix = `${basename(target)}.draft-`;
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const draft = await mkdtemp(join(parent, prefix));
  await fill(draft);
  await rename(draft, target);
  return target;
}
