import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, STATE } from '../shared/places.mjs';
import { show } from '../shared/run.mjs';
import { hasDisplay } from '../shared/system.mjs';
import { countTests } from './counts.mjs';

const VIRTUAL_DISPLAY = ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1920x1200x24'];

/** Runs the tests that need no window. */
export function runUnit() {
  return runVitest('unit', 'test/vitest.config.ts', []);
}

/**
 * Runs the walks through the real window, on a virtual display where there is no other.
 *
 * @param {string | null} electron the program that opens it; the tests find it in ORRERY_ELECTRON
 */
export function runWindow(electron) {
  const display = hasDisplay() ? [] : VIRTUAL_DISPLAY;
  return runVitest('e2e', 'test/e2e/vitest.config.ts', display, { ORRERY_ELECTRON: electron ?? undefined });
}

/** @param {string} name @param {string} config @param {string[]} wrapper @param {NodeJS.ProcessEnv} [env] */
async function runVitest(name, config, wrapper, env) {
  const file = join(STATE, `${name}-tests.json`);
  rmSync(file, { force: true }); // So that what is counted can only be of this run.
  mkdirSync(STATE, { recursive: true });
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(ROOT, config)];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const [command = '', ...args] = [...wrapper, process.execPath, ...vitest, ...reporters];
  const code = await show(command, args, { cwd: ROOT, env: { ...process.env, ...env } });
  return countTests(readReport(file), code);
}

/** @param {string} file @returns {import('./counts.mjs').Report | null} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
