import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE, ROOT } from '../shared/places.mjs';
import { download, reachable } from './download.mjs';
import { makeOnce } from './make-once.mjs';
import { unzip } from './zip.mjs';

/** @typedef {import('./electron.mjs').Runtime} Runtime */

const NAPI = 10; // Node-API version of Electron since version 35.
const SYSTEM = `${process.platform}-${process.arch}`;

/** The Electron version in package.json, if it is in the cache. @returns {Runtime | null} */
export function findOfficial() {
  const runtime = named();
  return existsSync(runtime.folder) ? runtime : null;
}

/**
 * Fetches the Electron version in package.json from Electron's own releases, or from the mirror in ELECTRON_MIRROR.
 *
 * It does not use the installer of the `electron` package, which requires Node 22.12 and unpacks once per checkout; it uses the
 * checksums in that package.
 *
 * @param {import('../shared/progress.mjs').Note} note
 * @returns {Promise<Runtime>}
 */
export async function fetchOfficial(note) {
  const runtime = named();
  const archive = `electron-v${runtime.version}-${SYSTEM}.zip`;
  const sha256 = read('node_modules/electron/checksums.json')[archive];
  const mirror = process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/download/';
  const url = `${mirror}v${runtime.version}/${archive}`;
  if (!sha256) throw new Error(`Electron ${runtime.version} is not made for ${SYSTEM}`);
  if (!(await reachable(url))) throw new Error(`${url} cannot be reached`);

  note.say(`fetching ${archive}`);
  await makeOnce(runtime.folder, async (draft) => {
    const zip = join(draft, archive);
    await download(url, zip, {
      sha256,
      onProgress: (done, all) => note.tick(`${megabytes(done)} of ${megabytes(all)} MB`),
    });
    await unzip(zip, draft, { onEntry: (done, all) => note.tick(`unpacking ${done} of ${all}`) });
    await rm(zip);
  });
  note.result = `${runtime.version} is ready`;
  return runtime;
}

/** The Electron version in package.json, cached or not. */
function named() {
  /** @type {string} */
  const version = read('node_modules/electron/package.json').version;
  const folder = join(CACHE, `electron-${version}-${SYSTEM}`);
  return { folder, binary: join(folder, binaryName()), version, napi: NAPI };
}

function binaryName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(0);
}
