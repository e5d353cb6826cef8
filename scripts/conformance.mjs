import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';

await orExit(setUp({ window: false }));
const { build } = await import('esbuild'); // Loaded after set-up, which may have to install it.
const program = join(ROOT, 'out/conformance.mjs');
await build({
  entryPoints: [join(ROOT, 'test/conformance/runner/index.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
});
await import(pathToFileURL(program).href);
