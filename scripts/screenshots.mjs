import { join } from 'node:path';
import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';
import { show } from './shared/run.mjs';
import { onDisplay } from './shared/system.mjs';

/** Takes the pictures of docs/screenshots again, as the window looks now. */
const { electron } = await orExit(setUp({ window: true }));
await orExit(build());
const config = join(ROOT, 'test/screenshots/vitest.config.ts');
const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config];
const [command = '', ...args] = [...onDisplay(), process.execPath, ...vitest];
const env = { ...process.env, ORRERY_ELECTRON: electron ?? undefined };
process.exitCode = await show(command, args, { cwd: ROOT, env });
