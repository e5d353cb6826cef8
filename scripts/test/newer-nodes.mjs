import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../setup/download.mjs';
import { makeOnce } from '../setup/make-once.mjs';
import { reason } from '../shared/failure.mjs';
import { withLock } from '../shared/lock.mjs';
import { CACHE } from '../shared/places.mjs';
import { npm, run } from '../shared/run.mjs';

const SYSTEM = 'linux-x64';

/** Newer Nodes than the oldest that Orrery supports, and the checksums (SHA-512) of their packages in the npm registry. */
const NODES = /** @type {const} */ ({
  '22.23.5': '3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  '24.21.0': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
});

/** @typedef {keyof typeof NODES} NodeVersion */

/** The path of a newer Node, which is fetched once; undefined, with a sentence, where there is none. @param {NodeVersion} version */
export async function newerNode(version) {
  const system = `${process.platform}-${process.arch}`;
  if (system !== SYSTEM) {
    console.log(
      `Tests do not run under Node ${version} here: it is fetched for ${SYSTEM} only, this is ${system}.`,
    );
    return undefined;
  }
  const folder = join(CACHE, `node-${version}-${SYSTEM}`);
  try {
    if (!existsSync(folder))
      await withLock(
        join(CACHE, 'node.lock'),
        () => makeOnce(folder, (draft) => fetch(version, draft)),
        () => undefined,
      );
    return join(folder, 'node');
  } catch (error) {
    console.log(`Tests do not run under Node ${version}, because it could not be fetched: ${reason(error)}`);
    return undefined;
  }
}

/** Takes the program alone out of the package, which runs no script. @param {NodeVersion} version @param {string} draft */
async function fetch(version, draft) {
  const parcel = join(draft, 'parcel');
  await mkdir(parcel);
  const options = ['--pack-destination', parcel, '--cache', join(parcel, 'npm-cache'), '--loglevel=error'];
  await npm(['pack', `node-${SYSTEM}@${version}`, ...options], { cwd: parcel });
  const archive = join(parcel, (await readdir(parcel)).find((name) => name.endsWith('.tgz')) ?? '');
  const found = await digest(archive, 'sha512', 'base64');
  if (found !== NODES[version])
    throw new Error(`${archive}: SHA-512 is ${found}, expected ${NODES[version]}`);
  await run('tar', ['-xzf', archive, '-C', parcel, 'package/bin/node']);
  await rename(join(parcel, 'package/bin/node'), join(draft, 'node'));
  await rm(parcel, { recursive: true });
}
