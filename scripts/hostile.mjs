import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';
import { show } from './shared/run.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    match: { type: 'string' },
  },
});
await orExit(setUp({ window: false }));
await orExit(build());
const asked = {
  seed: Number(values.seed),
  ...(values.count === undefined ? {} : { count: Number(values.count) }),
  ...(values.match === undefined ? {} : { match: values.match }),
};
const vitest = [
  join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  join(ROOT, 'test/hostile/vitest.config.ts'),
];
const env = { ...process.env, ORRERY_HOSTILE: JSON.stringify(asked) };
process.exitCode = await show(process.execPath, vitest, { cwd: ROOT, env });
