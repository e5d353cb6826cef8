import { build } from './build/build.mjs';
import { modelEngine } from './setup/model-engine.mjs';
import { setUp } from './setup/set-up.mjs';
import { Failure } from './shared/failure.mjs';
import { runChecks } from './test/checks.mjs';
import { countsText, sum } from './test/counts.mjs';
import { watchForEnd } from './test/ending.mjs';
import { newerNode } from './test/newer-nodes.mjs';
import { runTerminal, runUnder, runUnit, runWindow } from './test/suites.mjs';

/** @typedef {import('./test/counts.mjs').Counts} Counts */

/** Without a choice all run but the last, of which `unit` runs a part: the tests of what must be the same everywhere. */
const PARTS = ['check', 'unit', 'e2e', 'node24'];
const chosen = process.argv.slice(2);

if (chosen.some((name) => !PARTS.includes(name))) {
  console.error(`Usage: npm test -- [${PARTS.join('|')}] …`);
  process.exit(2);
}

const started = Date.now();
const end = watchForEnd();
const counts = await runParts().catch(counted);
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);
if (end.asked) console.log('Interrupted: not all has run.');
for (const line of counts.lines ?? []) console.log(line);
console.log(countsText(counts));
process.exitCode = end.exitCode || (counts.failed > 0 ? 1 : 0);

/** Sets up, builds and runs every chosen part, even after a failed one. @returns {Promise<Counts>} */
async function runParts() {
  const { electron } = await setUp({ window: true });
  const node = chosen.includes('check') && chosen.length === 1 ? undefined : await newerNode('24.21.0');
  // While it builds: most of the time npm waits for the network.
  const engine = modelEngine();
  const built = build()
    .then(() => engine)
    .then(() => sum([]), counted);
  const check = runIf('check', 'check', () => runChecks(built, end));
  const window = built.then(() => runIf('e2e', 'window', () => runWindow(electron)));
  const terminal = built.then(() => runIf('e2e', 'terminal', () => runTerminal([electron, node])));
  const unit = built.then(() => runIf('unit', 'unit', runUnit));
  const under = node === undefined ? sum([]) : unit.then(() => runNode24(node));
  return sum(await Promise.all([built, check, window, terminal, unit, under]));
}

/** @param {string} node */
function runNode24(node) {
  if (chosen.includes('node24')) return runIf('node24', 'unit under Node 24', () => runUnit(node));
  return runIf('unit', 'unit in part under Node 24', () => runUnder(node));
}

/**
 * Runs a suite if its part is chosen and nobody has asked for an end, and prints the result.
 *
 * @param {string} part @param {string} name @param {() => Promise<Counts>} suite @returns {Promise<Counts>}
 */
async function runIf(part, name, suite) {
  if (end.asked || (chosen.length > 0 && !chosen.includes(part))) return sum([]);
  const count = await suite().catch(counted);
  console.log(`${name}: ${countsText(count)}\n`);
  return count;
}

/** Counts anything that could not run, set-up and build included, as one failure. @param {unknown} error @returns {Counts} */
function counted(error) {
  console.error('\n%s\n', error instanceof Failure ? error.message : error);
  return { passed: 0, failed: 1, skipped: 0, lines: ['✗ what is described above, before its tests ran'] };
}
