import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** These hold nothing that a check reads: all of it is made from other files. */
const SKIPPED = new Set(['.git', 'node_modules', 'out']);

/** The files of a checkout. @param {string} root @param {string} [folder] relative to the root @returns {string[]} */
export function filesIn(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * A key for the name and content of a file, and for what else its result depends on.
 *
 * @param {string} root @param {string} file relative to the root @param {unknown} [more]
 */
export function keyOf(root, file, more) {
  const hash = createHash('sha256').update(JSON.stringify([more, file]));
  return hash.update(readFileSync(join(root, file))).digest('base64');
}

/** A key for all files of a checkout, its installed packages and Node. @param {string} root */
export function keyOfCheckout(root) {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...filesIn(root).sort(), 'node_modules/.package-lock.json'])
    hash.update(keyOf(root, file));
  return hash.digest('base64');
}

/** The keys in the file `path` of what has passed, oldest first. @param {string} path @returns {Set<string>} */
export function readPassed(path) {
  try {
    return new Set(readFileSync(path, 'utf8').split('\n'));
  } catch {
    return new Set();
  }
}

/**
 * Adds keys to the file `path` as its newest ones, and keeps at most `most`. Of processes that do so at the same time, the last
 * one wins.
 *
 * @param {string} path @param {Iterable<string>} keys @param {number} most
 */
export function keepPassed(path, keys, most) {
  const passed = readPassed(path);
  for (const key of keys) {
    passed.delete(key);
    passed.add(key);
  }
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, [...passed].slice(-most).join('\n'));
  renameSync(draft, path);
}
