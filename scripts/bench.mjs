import { join } from 'node:path';
import { build as buildAll } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';
import { show } from './shared/run.mjs';
import { onDisplay } from './shared/system.mjs';
import { V8_FLAGS } from './shared/v8-flags.mjs';

const [part, ...options] = process.argv.slice(2);
const parts = [
  'engine',
  'store',
  'compare',
  'library',
  'search',
  'formats',
  'judge',
  'sweep',
  'realm',
  'window',
  'memory',
];
if (!parts.includes(part ?? '') || options.some((option) => !['--json', '--quick'].includes(option))) {
  console.error(`Usage: npm run bench -- ${parts.join('|')} [--json] [--quick]`);
  process.exit(2);
}

const window = part === 'window' || part === 'memory';
const { electron } = await orExit(setUp({ window }));
if (window || part === 'sweep' || part === 'realm') await orExit(buildAll());
// Beside the built program of realms, which it loads.
const program = join(ROOT, part === 'realm' ? 'out/main' : 'out', `bench-${part}.mjs`);
const { build } = await import('esbuild'); // Loaded after set-up, which may have to install it.
await build({
  entryPoints: [join(ROOT, `test/bench/${part}.ts`)],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'warning',
  // The packages that the workbench bundles are bundled here, too, apart from those that call `require` as they run.
  external: [
    'better-sqlite3',
    'esbuild',
    'immer',
    'mutative',
    'playwright-core',
    'simjs',
    'typescript',
    'yauzl',
  ],
});
const [command = '', ...args] = [
  ...(window ? onDisplay() : []),
  ...[process.execPath, ...V8_FLAGS, '--expose-gc', program, ...options],
];
const env = { ...process.env, ORRERY_ELECTRON: electron ?? undefined };
process.exitCode = await show(command, args, { cwd: ROOT, env });
