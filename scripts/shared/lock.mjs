import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';

const HEARTBEAT = 1_000; // ms between two signs of life
const ABANDONED = 5_000; // ms without one: the holder was killed

/**
 * Runs `work` while no other process holds the lock file `path`; waits for its turn without a time limit.
 *
 * The holder touches the file as long as it lives, so that the file of a killed process is taken over within seconds. This
 * works across containers that share a folder, in which process ids mean nothing.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once if another process holds it
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait = () => {}) {
  await mkdir(dirname(path), { recursive: true });
  for (let waited = false; !(await taken(path)); waited = true) {
    if (!waited) onWait();
    await wait(100);
  }
  const heart = setInterval(() => void touch(path), HEARTBEAT);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    await rm(path, { force: true });
  }
}

/** @param {string} path */
async function taken(path) {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (code(error) !== 'EEXIST') throw error;
    if ((await age(path)) > ABANDONED) await rm(path, { force: true });
    return false;
  }
}

/** Milliseconds since the last sign of life; 0 if the file has just been removed. @param {string} path */
async function age(path) {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {string} path */
async function touch(path) {
  const now = new Date();
  await utimes(path, now, now).catch(() => {}); // Missing only if somebody cleared the cache: nothing to keep.
}

/** @param {unknown} error */
function code(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
