import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../shared/fingerprint.mjs';
import { hasDisplay } from '../shared/system.mjs';
import { dependencies } from './dependencies.mjs';
import { electron } from './electron.mjs';
import { libraries } from './libraries.mjs';
import { withLock } from '../shared/lock.mjs';
import { checkNode } from './node-version.mjs';
import { CACHE, ROOT, STATE } from '../shared/places.mjs';
import { Progress } from '../shared/progress.mjs';
import { sqliteBinding } from './sqlite-binding.mjs';

/**
 * The result of a set-up; stored in node_modules/.cache/orrery/setup.json.
 *
 * @typedef {object} Setup
 * @property {string} key its inputs; a different key means that everything must be checked again
 * @property {string | null} electron the program that opens windows, null if none was asked for yet
 * @property {string | null} electronVersion
 * @property {string | null} sqliteBinding the binding that opens databases, null if the shipped one works
 * @property {string[]} reliesOn files that must still exist for this result to be valid
 */

const STAMP = join(STATE, 'setup.json');

/**
 * Makes this checkout ready to run and returns the paths it needs. Quick when nothing is missing.
 *
 * @param {{ window: boolean, thorough?: boolean }} options `window`: also prepare to open one; `thorough`: check everything
 * again and report every step
 * @returns {Promise<Setup>}
 * @throws {import('../shared/failure.mjs').Failure}
 */
export async function setUp({ window, thorough = false }) {
  checkNode(process.versions.node);
  const known = () => (thorough ? null : remembered(window));
  return (
    known() ??
    withLock(
      join(CACHE, 'setup.lock'),
      async () => known() ?? (await complete(window, thorough)),
      () => process.stderr.write('orrery: waiting for another set-up to finish …\n'),
    )
  );
}

/** @param {boolean} window @param {boolean} thorough @returns {Promise<Setup>} */
async function complete(window, thorough) {
  const progress = new Progress({ verbose: thorough });
  await progress.step('dependencies', dependencies);
  const runtime = window ? await progress.step('electron', (note) => electron(note, thorough)) : null;
  const system = window ? await progress.step('system libraries', libraries) : [];
  const napis = [Number(process.versions.napi), runtime?.napi ?? Infinity];
  const binding = await progress.step('sqlite', (note) => sqliteBinding(note, napis));
  /** @type {Setup} */
  const setup = {
    key: key(),
    electron: runtime?.binary ?? null,
    electronVersion: runtime?.version ?? null,
    sqliteBinding: binding,
    reliesOn: [runtime?.binary ?? [], binding ?? [], system].flat(),
  };
  mkdirSync(STATE, { recursive: true });
  writeFileSync(`${STAMP}.new`, `${JSON.stringify(setup, null, 2)}\n`);
  renameSync(`${STAMP}.new`, STAMP);
  return setup;
}

/** The last set-up, if it is still valid. @param {boolean} window @returns {Setup | null} */
function remembered(window) {
  if (!existsSync(STAMP)) return null;
  /** @type {Setup} */
  const setup = JSON.parse(readFileSync(STAMP, 'utf8'));
  const holds =
    setup.key === key() && (!window || setup.electron) && setup.reliesOn.every((path) => existsSync(path));
  return holds ? setup : null;
}

/** All inputs of the set-up, apart from the files it relies on. */
function key() {
  const sources = fingerprint(ROOT, [
    'package-lock.json',
    'scripts/setup',
    'node_modules/.package-lock.json',
  ]);
  return [
    sources,
    process.version,
    process.platform,
    process.arch,
    CACHE,
    hasDisplay() ? 'display' : 'none',
  ].join(' ');
}
