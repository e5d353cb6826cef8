import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reason } from '../shared/failure.mjs';
import { fingerprint } from '../shared/fingerprint.mjs';
import { withLock } from '../shared/lock.mjs';
import { ROOT, STATE } from '../shared/places.mjs';
import { Progress } from '../shared/progress.mjs';
import { run } from '../shared/run.mjs';

/** What the built program is made of. */
const SOURCES = [
  ...['engine', 'main', 'preload', 'renderer', 'resources', 'electron.vite.config.ts'],
  ...['tsconfig.base.json', 'tsconfig.json', 'package.json', 'package-lock.json'],
];

/** Lies with what it vouches for, so that it goes when that goes. */
const STAMP = join(ROOT, 'out/built-from');

/**
 * Builds the program into out/ unless what is there was built from the sources as they are. Needs a finished set-up.
 *
 * @param {{ verbose?: boolean }} [options]
 * @throws {Failure}
 */
export async function build({ verbose = false } = {}) {
  const progress = new Progress({ verbose });
  await progress.step('build', async (note) => {
    if (upToDate()) return;
    note.say('building what has changed');
    await withLock(join(STATE, 'build.lock'), buildAll);
    note.result = 'done';
  });
}

function upToDate() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint(ROOT, SOURCES);
}

async function buildAll() {
  if (upToDate()) return; // Somebody else has built while we waited.
  rmSync(STAMP, { force: true });
  const sources = fingerprint(ROOT, SOURCES);
  // The declarations come first: the editor's knowledge of the engine is built from them.
  await compile('describe the engine to the editor', 'typescript/bin/tsc', ['-b', 'engine']);
  await compile('build the program', 'electron-vite/bin/electron-vite.js', ['build']);
  await bundle();
  mkdirSync(join(ROOT, 'out'), { recursive: true });
  writeFileSync(STAMP, sources);
}

/** Builds what is not a part of the program: the engine as a library, and the page of reports. */
async function bundle() {
  try {
    // The packages are there only once set-up is over.
    const [{ buildEngine }, { buildReport }] = await Promise.all([
      import('./engine.mjs'),
      import('./report.mjs'),
    ]);
    await Promise.all([buildEngine(join(ROOT, 'out/engine')), buildReport(join(ROOT, 'out/report'))]);
  } catch (error) {
    throw brokenBuild('bundle the engine and the page of reports', error);
  }
}

/** @param {string} aim @param {string} tool inside node_modules @param {string[]} args */
async function compile(aim, tool, args) {
  try {
    await run(process.execPath, [join(ROOT, 'node_modules', tool), ...args], { cwd: ROOT });
  } catch (error) {
    throw brokenBuild(aim, error);
  }
}

/** @param {string} aim @param {unknown} error */
const brokenBuild = (aim, error) =>
  new Failure(aim, { why: reason(error), mend: 'npm run build   (after correcting what is named above)' });
