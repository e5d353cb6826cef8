// node scripts/check/form.mjs: runs Prettier's check on the files that have not passed it yet, in any checkout of this user.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from 'prettier';
import { CACHE, ROOT } from '../shared/places.mjs';
import { show } from '../shared/run.mjs';

/** Prettier's own cache is lost with each new checkout: it is by absolute paths. */
const PASSED = join(CACHE, 'well-formed');
/** Enough for the files of several branches. */
const MAX_KEPT = 20_000;
/** More files than this would make too long a command line: then all are checked. */
const MAX_NAMED = 200;

/** Prettier looks for files in none of these. */
const SKIPPED = new Set(['.git', 'node_modules', 'out']);

/** What the result for a file depends on, beside its name and content. */
const settings = ['.prettierrc.json', '.prettierignore', '.gitignore'].map((name) =>
  readFileSync(join(ROOT, name), 'utf8'),
);

const passed = readPassed();
const keys = new Map(filesIn('').map((file) => [file, keyOf(file)]));
const files = [...keys].flatMap(([file, key]) => (passed.has(key) ? [] : [file]));
const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
if (files.length > 0) {
  const named = files.length > MAX_NAMED ? ['.'] : files;
  process.exitCode = await show(process.execPath, [prettier, '--check', '--ignore-unknown', ...named], {
    cwd: ROOT,
  });
}
if (!process.exitCode) keepPassed();

/** @param {string} folder relative to the root @returns {string[]} */
function filesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** @param {string} file */
function keyOf(file) {
  const hash = createHash('sha256').update(JSON.stringify([version, settings, file]));
  return hash.update(readFileSync(join(ROOT, file))).digest('base64');
}

function readPassed() {
  try {
    return new Set(readFileSync(PASSED, 'utf8').split('\n'));
  } catch {
    return new Set();
  }
}

/** Keeps the files of this checkout as the newest. Of checkouts that do so at the same time, the last one wins. */
function keepPassed() {
  for (const key of keys.values()) {
    passed.delete(key);
    passed.add(key);
  }
  mkdirSync(CACHE, { recursive: true });
  const draft = `${PASSED}.${process.pid}`;
  writeFileSync(draft, [...passed].slice(-MAX_KEPT).join('\n'));
  renameSync(draft, PASSED);
}
