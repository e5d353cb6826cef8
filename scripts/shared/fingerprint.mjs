import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A short text that changes whenever a file at or below `paths` is added, removed or written.
 *
 * It depends on names, sizes and modification times, not on contents. Paths that do not exist count as empty.
 *
 * @param {string} root
 * @param {readonly string[]} paths relative to `root`
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) add(hash, root, path);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function add(hash, root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) add(hash, root, `${path}/${name}`);
  } else {
    hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
  }
}
