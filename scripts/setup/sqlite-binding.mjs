import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, reason } from '../shared/failure.mjs';
import { makeOnce } from './make-once.mjs';
import { CACHE, ROOT, STATE } from '../shared/places.mjs';
import { npm, run } from '../shared/run.mjs';

/** The Node-API version that the shipped binding of better-sqlite3 needs; with an older one it crashes. */
const SHIPPED_NAPI = 10;

const fromRoot = createRequire(join(ROOT, 'package.json'));

/**
 * Provides a binding of better-sqlite3 for Node-API 9 if one of the given programs has no newer one.
 *
 * One binding serves them all: Node-API is stable across Node and Electron.
 *
 * @param {import('../shared/progress.mjs').Note} note
 * @param {readonly number[]} napis the Node-API versions of the programs that will open databases
 * @returns {Promise<string | null>} its path, or null if the shipped one works
 */
export async function sqliteBinding(note, napis) {
  if (napis.every((napi) => napi >= SHIPPED_NAPI)) return null;
  const { version } = fromRoot('better-sqlite3/package.json');
  const folder = join(CACHE, `better-sqlite3-${version}-napi9-${process.platform}-${process.arch}`);
  if (!existsSync(folder)) {
    note.say('compiling better-sqlite3, about a minute');
    try {
      await makeOnce(folder, build);
    } catch (error) {
      throw new Failure('compile better-sqlite3', { why: reason(error), mend: mendBuild() });
    }
    note.result = 'compiled';
  }
  const binding = join(STATE, 'better_sqlite3.node');
  mkdirSync(STATE, { recursive: true });
  copyFileSync(join(folder, 'better_sqlite3.node'), `${binding}.new`);
  renameSync(`${binding}.new`, binding); // Writing into a file that a running program has loaded would crash it.
  return binding;
}

/** Compiles the source in the package, limited to Node-API 9. @param {string} draft */
async function build(draft) {
  const source = join(draft, 'source');
  const headers = dirname(
    createRequire(fromRoot.resolve('better-sqlite3/package.json')).resolve('node-addon-api'),
  );
  await cp(dirname(fromRoot.resolve('better-sqlite3/package.json')), source, { recursive: true });
  await cp(headers, join(source, 'node_modules/node-addon-api'), { recursive: true });

  const recipe = join(source, 'binding.gyp');
  const text = await readFile(recipe, 'utf8');
  const lowered = text.replace(
    "'NAPI_VERSION=10'",
    "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'",
  );
  if (lowered === text) throw new Error('its binding.gyp has changed: NAPI_VERSION=10 is not in it');
  await writeFile(recipe, lowered);

  const gyp = [
    await nodeGyp(),
    'rebuild',
    '--release',
    '--force_build=1',
    '--jobs',
    String(availableParallelism()),
  ];
  await run(process.execPath, [...gyp, ...(await nodeHeaders())], { cwd: source });
  await rename(join(source, 'build/Release/better_sqlite3.node'), join(draft, 'better_sqlite3.node'));
  await rm(source, { recursive: true });
  await run(process.execPath, ['-e', OPENS, join(draft, 'better_sqlite3.node')], { cwd: ROOT });
}

const OPENS = `const Database = require('better-sqlite3');
new Database(':memory:', { nativeBinding: process.argv[1] }).exec('SELECT 1');`;

/** The node-gyp inside npm. */
async function nodeGyp() {
  return (await npm(['config', 'get', 'node-gyp'])).trim();
}

/** The option with this Node's headers for node-gyp; nothing if it has to fetch them. @returns {Promise<string[]>} */
async function nodeHeaders() {
  const configured = (await npm(['config', 'get', 'nodedir'])).trim();
  if (configured !== 'undefined') return [`--nodedir=${configured}`];
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include/node/node_api.h')) ? [`--nodedir=${prefix}`] : [];
}

function mendBuild() {
  const onDebian = existsSync('/etc/debian_version');
  return onDebian
    ? 'sudo apt-get install -y python3 make g++ && npm run setup'
    : 'npm run setup   (it needs python3, make and a C++20 compiler)';
}
