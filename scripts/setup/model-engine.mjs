import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../shared/lock.mjs';
import { CACHE } from '../shared/places.mjs';
import { Progress } from '../shared/progress.mjs';
import { npm } from '../shared/run.mjs';
import { Failure, reason } from '../shared/failure.mjs';
import { makeOnce } from './make-once.mjs';

/** The version of node-llama-cpp that the tests use. */
const VERSION = '3.21.1';

/** The package with the engine's program for each system, without those for graphics cards, which have 600 MB. */
const PROGRAMS = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};

const SYSTEM = `${process.platform}-${process.arch}`;
const MANIFEST = fileURLToPath(new URL('model-engine', import.meta.url));

/** The folder with the engine in its node_modules. */
export const MODEL_ENGINE = join(CACHE, `node-llama-cpp-${VERSION}-${SYSTEM}`);

/** Installs the engine that runs models in files into the cache, unless it is there: 83 MB, for tests only. */
export async function modelEngine() {
  if (existsSync(MODEL_ENGINE)) return;
  await withLock(join(CACHE, 'model-engine.lock'), () =>
    new Progress({ verbose: false }).step('engine for models', async (note) => {
      if (existsSync(MODEL_ENGINE)) return;
      note.say(`npm ci, node-llama-cpp ${VERSION} for the processor`);
      try {
        await makeOnce(MODEL_ENGINE, install);
      } catch (error) {
        throw new Failure('install node-llama-cpp for the tests', { why: reason(error), mend: 'npm test' });
      }
      note.result = 'installed';
    }),
  );
}

/** @param {string} draft */
async function install(draft) {
  const program = PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (SYSTEM)];
  if (program === undefined) throw new Error(`node-llama-cpp has no program for ${SYSTEM}`);
  await cp(MANIFEST, draft, { recursive: true });
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await npm(['ci', ...options], { cwd: draft });
  // By its name: as an optional package all of them would come.
  await npm(['install', '--no-save', ...options, `@node-llama-cpp/${program}@${VERSION}`], { cwd: draft });
}
