import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepPassed, keyOfCheckout, readPassed } from '../check/passed.mjs';
import { ROOT, STATE } from '../shared/places.mjs';
import { captureNpm } from '../shared/run.mjs';
import { sum } from './counts.mjs';

/** This check writes the same files as a build: it comes last, waits for the running build, and never relies on an earlier result. */
const LAST = 'check:types';

/** The linter's types come from a Go program, which by default spends a quarter of its processor time on collecting garbage. */
const COLLECT_LESS = { GOGC: '400', GOMEMLIMIT: '3GiB' };

/**
 * The checks that passed, by the content of the whole checkout. Any change repeats all of them: each looks at how files belong
 * together. Together they take 36 s of processor time.
 */
const PASSED = join(STATE, 'passed-checks');
/** Enough for the checks of several branches. */
const MAX_KEPT = 200;

/**
 * Runs every `check:…` script of package.json, one after the other, and reports each as it ends. One that has passed in this checkout
 * with the same files is not repeated.
 *
 * @param {Promise<unknown>} built settles when no build is running any more
 * @param {{ readonly asked: boolean }} end
 * @returns {Promise<import('./counts.mjs').Counts>} one for each script
 */
export async function runChecks(built, end) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const names = Object.keys(scripts)
    .filter((name) => name.startsWith('check:'))
    .sort((one, other) => Number(one === LAST) - Number(other === LAST));
  /** @type {import('./counts.mjs').Counts[]} */
  const counts = [];
  for (const name of names) {
    if (name === LAST) await built;
    if (!end.asked) counts.push(await (name === LAST ? runCheck(name) : runCheckOnce(name)));
  }
  return sum(counts);
}

/** Runs a check, unless it has passed with the same files. @param {string} name */
async function runCheckOnce(name) {
  const key = keyOfCheck(name);
  if (readPassed(PASSED).has(key)) {
    console.log(`✓ ${name} (passed before, with the same files)`);
    return { passed: 1, failed: 0, skipped: 0 };
  }
  const counts = await runCheck(name);
  // A file may have changed meanwhile.
  if (counts.failed === 0 && keyOfCheck(name) === key) keepPassed(PASSED, [key], MAX_KEPT);
  return counts;
}

/** @param {string} name */
const keyOfCheck = (name) =>
  createHash('sha256')
    .update(`${name}\0${keyOfCheckout(ROOT)}`)
    .digest('base64');

/** @param {string} name */
async function runCheck(name) {
  const started = Date.now();
  const { code, stdout, stderr } = await captureNpm(['run', '--silent', name], {
    cwd: ROOT,
    env: { ...COLLECT_LESS, ...process.env },
  });
  const passed = code === 0;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)${passed ? '' : `\n${stdout}${stderr}`}`);
  return { passed: Number(passed), failed: Number(!passed), skipped: 0, lines: passed ? [] : [`✗ ${name}`] };
}
