import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT, STATE } from '../shared/places.mjs';
import { show } from '../shared/run.mjs';
import { hasDisplay, inBackground, onDisplay } from '../shared/system.mjs';
import { countAgain, countTests, failedFiles, sum } from './counts.mjs';

const WALKS = 'test/e2e/vitest.config.ts';
const TERMINAL = 'test/e2e/terminal*.test.ts';

/**
 * On CI nobody can run a failed test again at once, and other programs run beside it: its file runs once more, and the end of
 * the output names both results. Where more files than this fail, something is broken.
 */
const MOST_AGAIN = process.env['CI'] === undefined ? 0 : 5;

/**
 * Runs the tests that open no window, on all processors, beside the walks: they spend a quarter of their time waiting for windows
 * and processes, and must not wait for these tests. Some need the declarations that a build writes.
 *
 * @param {string} [node] the Node to run them with, if not this one
 */
export function runUnit(node) {
  const options = [`--maxWorkers=${availableParallelism()}`];
  return runVitest('unit', { config: 'test/vitest.config.ts', options, wrapper: inBackground(), node });
}

/**
 * Runs the walks through the real window. With a display or a single core they run one after the other, because windows on one
 * display would fight for the focus; otherwise in two halves, each on a virtual display of its own.
 *
 * @param {string | null} electron the program that opens windows; the tests find it in ORRERY_ELECTRON
 */
export async function runWindow(electron) {
  const env = { ORRERY_ELECTRON: electron ?? undefined };
  const halves = hasDisplay() || availableParallelism() === 1 ? ['1/1'] : ['1/2', '2/2'];
  const counts = halves.map((half, nth) =>
    runVitest(`window-${nth}`, {
      config: WALKS,
      env,
      wrapper: onDisplay(100 * (nth + 1)),
      files: ['--exclude', TERMINAL, `--shard=${half}`],
    }),
  );
  return sum(await Promise.all(counts));
}

/**
 * Runs the walks through the terminal, two at a time: half of their time is spent starting processes.
 *
 * @param {readonly (string | null | undefined)[]} runtimes other programs that runs give the same logs under
 */
export function runTerminal(runtimes) {
  const options = ['--fileParallelism', '--maxWorkers=2'];
  const env = { ORRERY_RUNTIMES: runtimes.filter(Boolean).join(':') };
  return runVitest('terminal', { config: WALKS, options, env, files: ['test/e2e/terminal'] });
}

/** Runs the tests of what must be the same everywhere under another Node. @param {string} node */
export function runUnder(node) {
  const files = ['log-digests', 'kernel/', 'model/', 'state/'].map((name) => `test/engine/${name}`);
  const config = 'test/vitest.config.ts';
  return runVitest('other-node', { config, node, files: [...files, 'test/main/host/scenarios/language/'] });
}

/**
 * Runs the tests that need Slurm, Redis and PostgreSQL, which must be installed.
 *
 * @param {boolean} isShort kills each kind of process three times instead of twenty
 */
export function runCluster(isShort) {
  const config = 'test/cluster/vitest.config.ts';
  return runVitest('cluster', { config, env: isShort ? { ORRERY_KILLS: '3' } : {} });
}

/**
 * @typedef {object} Suite
 * @property {string} config
 * @property {string[]} [options] for vitest's command line
 * @property {string[]} [files] names of files, and options that choose among them
 * @property {string[]} [wrapper] a command to run it in
 * @property {string | undefined} [node] the Node to run it with, if not this one
 * @property {NodeJS.ProcessEnv} [env]
 */

/** @param {string} name @param {Suite} suite */
async function runVitest(name, suite) {
  const { report, code } = await runOnce(name, suite);
  const failed = failedFiles(report);
  if (!report || failed.length === 0 || failed.length > MOST_AGAIN) return countTests(report, code);
  const again = await runOnce(`${name}-again`, { ...suite, files: failed.map((file) => file.name) });
  return countAgain(report, again.report, again.code);
}

/** @param {string} name @param {Suite} suite */
async function runOnce(
  name,
  { config, options = [], files = [], wrapper = [], node = process.execPath, env },
) {
  const file = join(STATE, `${name}-tests.json`);
  rmSync(file, { force: true }); // The counts must come from this run.
  mkdirSync(STATE, { recursive: true });
  const vitest = [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...files,
    ...options,
    '--config',
    join(ROOT, config),
  ];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const [command = '', ...args] = [...wrapper, node, ...vitest, ...reporters];
  const code = await show(command, args, { cwd: ROOT, env: { ...process.env, ...env } });
  return { report: readReport(file), code };
}

/** @param {string} file @returns {import('./counts.mjs').Report | null} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
