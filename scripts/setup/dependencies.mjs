import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reason } from '../shared/failure.mjs';
import { ROOT } from '../shared/places.mjs';
import { npm } from '../shared/run.mjs';

/**
 * The fields of a lock file that are used here: the (wanted or installed) packages, by path.
 *
 * @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} Lock
 */

/**
 * Installs the packages of package-lock.json unless exactly these are installed. @param {import('../shared/progress.mjs').Note}
 * note
 */
export async function dependencies(note) {
  const wanted = readLock('package-lock.json');
  if (holds(wanted, readLock('node_modules/.package-lock.json'))) return;
  note.say(`npm ci, ${Object.keys(wanted.packages ?? {}).length} packages`);
  try {
    await npm(['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: ROOT,
    });
  } catch (error) {
    throw new Failure('install the dependencies', { why: reason(error), mend: 'npm install' });
  }
  note.result = 'installed';
}

/**
 * Whether everything in `wanted` is in `installed`, the list that npm leaves in node_modules when it has finished.
 *
 * Optional packages may be absent: most are for other systems.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function holds(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([path, { version, integrity, optional }]) => {
    const found = installed.packages?.[path];
    if (path === '' || (optional && !found)) return true;
    return found?.version === version && found?.integrity === integrity;
  });
}

/** @param {string} name @returns {Lock} */
function readLock(name) {
  const path = join(ROOT, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
