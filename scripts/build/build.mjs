import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reason } from '../shared/failure.mjs';
import { fingerprint } from '../shared/fingerprint.mjs';
import { withLock } from '../shared/lock.mjs';
import { ROOT, STATE } from '../shared/places.mjs';
import { Progress } from '../shared/progress.mjs';
import { run } from '../shared/run.mjs';

/** The sources of the program. */
const SOURCES = [
  ...['engine', 'main', 'preload', 'renderer', 'resources', 'electron.vite.config.ts'],
  ...['tsconfig.base.json', 'tsconfig.json', 'package.json', 'package-lock.json'],
];

/** The stamp is in the folder that it describes, so that both are deleted together. */
const STAMP = join(ROOT, 'out/built-from');

/**
 * Builds the program into out/ unless the last build is of the same sources. Needs a finished set-up.
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
  if (upToDate()) return; // Another process has built while this one waited.
  rmSync(STAMP, { force: true });
  const sources = fingerprint(ROOT, SOURCES);
  // The declarations come first: the editor's type information about the engine is built from them. Like `check:types` in one
  // thread: it takes two thirds of the processor time, and with several version 7 sometimes reported TS2589 without a place.
  await compile('describe the engine to the editor', 'typescript-native/bin/tsc', [
    '-b',
    'engine',
    '--singleThreaded',
  ]);
  removeStaleTypes();
  await compile('build the program', 'electron-vite/bin/electron-vite.js', ['build']);
  await bundle();
  mkdirSync(join(ROOT, 'out'), { recursive: true });
  writeFileSync(STAMP, sources);
}

/** Removes declarations of the engine whose sources are gone: packages of one commit would differ by them. */
function removeStaleTypes() {
  const types = join(ROOT, 'out/types/engine');
  for (const path of readdirSync(types, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.d.ts') && !existsSync(join(ROOT, 'engine', path.replace(/d\.ts$/, 'ts'))))
      rmSync(join(types, path));
}

/** Builds the outputs besides the program: the engine as a library, and the report page. */
async function bundle() {
  try {
    // The packages exist only after set-up.
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
