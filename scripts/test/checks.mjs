import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../shared/places.mjs';
import { captureNpm } from '../shared/run.mjs';
import { sum } from './counts.mjs';

/** This check writes the same files as a build: it comes last, and waits for the running build. */
const LAST = 'check:types';

/** The linter's types come from a Go program, which by default spends a quarter of its processor time on collecting garbage. */
const COLLECT_LESS = { GOGC: '400', GOMEMLIMIT: '3GiB' };

/**
 * Runs every `check:…` script of package.json, one after the other, and reports each as it ends.
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
    if (!end.asked) counts.push(await runCheck(name));
  }
  return sum(counts);
}

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
