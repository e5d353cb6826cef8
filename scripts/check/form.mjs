// node scripts/check/form.mjs: runs Prettier's check on the files that have not passed it yet, in any checkout of this user, and
// refuses profiles that were committed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from 'prettier';
import { CACHE, ROOT } from '../shared/places.mjs';
import { run, show } from '../shared/run.mjs';
import { filesIn, keepPassed, keyOf, readPassed } from './passed.mjs';

/** Prettier's own cache is lost with each new checkout: it is by absolute paths. */
const PASSED = join(CACHE, 'well-formed');
/** Enough for the files of several branches. */
const MAX_KEPT = 20_000;
/** More files than this would make too long a command line: then all are checked. */
const MAX_NAMED = 200;

/** What the result for a file depends on, beside its name and content. */
const settings = ['.prettierrc.json', '.prettierignore', '.gitignore'].map((name) =>
  readFileSync(join(ROOT, name), 'utf8'),
);

const passed = readPassed(PASSED);
const keys = new Map(filesIn(ROOT).map((file) => [file, keyOf(ROOT, file, [version, settings])]));
const files = [...keys].flatMap(([file, key]) => (passed.has(key) ? [] : [file]));
const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
if (files.length > 0) {
  const named = files.length > MAX_NAMED ? ['.'] : files;
  process.exitCode = await show(process.execPath, [prettier, '--check', '--ignore-unknown', ...named], {
    cwd: ROOT,
  });
}
if (!process.exitCode) keepPassed(PASSED, keys.values(), MAX_KEPT);

/** What Node's profilers write; .gitignore names them, too. */
const PROFILES = ['*.cpuprofile', '*.heapprofile', '*.heapsnapshot', '*isolate-*-v8.log'];
const profiles = existsSync(join(ROOT, '.git'))
  ? await run('git', ['ls-files', ...PROFILES], { cwd: ROOT })
  : '';
if (profiles !== '') {
  console.error(`Remove these profiles from the repository:\n${profiles}`);
  process.exitCode = 1;
}
