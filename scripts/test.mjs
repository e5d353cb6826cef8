import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { Failure } from './shared/failure.mjs';
import { runChecks } from './test/checks.mjs';
import { inWords, sum } from './test/counts.mjs';
import { runUnit, runWalks } from './test/suites.mjs';

/** @typedef {import('./test/counts.mjs').Counts} Counts */

const PARTS = { check: runChecks, unit: runUnit, e2e: runWalks };
const chosen = process.argv.slice(2);

if (chosen.some((name) => !Object.hasOwn(PARTS, name))) {
  console.error(`Usage: npm test -- [${Object.keys(PARTS).join('|')}] …`);
  process.exit(2);
}

const started = Date.now();
const counts = await runParts().catch(counted);
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s in all`);
console.log(inWords(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Sets up, builds and runs every chosen part, also after one that failed. @returns {Promise<Counts>} */
async function runParts() {
  const { electron } = await setUp({ window: true });
  const counts = [await build().then(() => sum([]), counted)];
  for (const [name, run] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const count = await run(electron);
    console.log(`${name}: ${inWords(count)}\n`);
    counts.push(count);
  }
  return sum(counts);
}

/** A set-up or build that failed counts as one failure. @param {unknown} error @returns {Counts} */
function counted(error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`\n${error.message}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}
