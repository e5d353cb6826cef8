import { join } from 'node:path';
import { build } from './build/build.mjs';
import { OUTPUT, writeNotices } from './package/notices.mjs';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';
import { Progress } from './shared/progress.mjs';
import { run, show } from './shared/run.mjs';

/** Builds the packages for macOS and Windows. It is no dependency: it fetches itself and its tools. */
const BUILDER = ['--yes', 'electron-builder@26.17.0', '--config', 'scripts/package/electron-builder.json'];

const setup = await orExit(setUp({ window: true }));
await orExit(build());
const told =
  process.env.SOURCE_DATE_EPOCH ?? (await run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT }));
const date = new Date(Number(told) * 1000);
if (process.platform === 'linux') {
  const { packageForLinux } = await import('./package/linux.mjs');
  const files = await orExit(new Progress().step('package', (note) => packageForLinux(setup, note, date)));
  for (const file of files) console.log(file);
} else {
  await orExit(writeNotices(join(OUTPUT, 'notices'), { date, electron: setup.electron ?? '' }));
  process.exitCode = await show('npx', [...BUILDER, '--publish', 'never'], { cwd: ROOT, shell: true });
}
if (process.argv.includes('--test')) {
  const config = join(ROOT, 'test/package/vitest.config.ts');
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config];
  process.exitCode = await show(process.execPath, vitest, { cwd: ROOT });
}
