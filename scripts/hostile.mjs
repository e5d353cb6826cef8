import { parseArgs } from 'node:util';
import { join, resolve } from 'node:path';
import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { orExit } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';
import { show } from './shared/run.mjs';
import { onDisplay } from './shared/system.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    match: { type: 'string' },
    results: { type: 'string' },
    'at-once': { type: 'string' },
    seconds: { type: 'string' },
    window: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
});
const { electron } = await orExit(setUp({ window: values.window }));
await orExit(build());
const asked = {
  seed: Number(values.seed),
  ...(values.count === undefined ? {} : { count: Number(values.count) }),
  ...(values.match === undefined ? {} : { match: values.match }),
  ...(values.results === undefined ? {} : { results: resolve(values.results) }),
  ...(values['at-once'] === undefined ? {} : { atOnce: Number(values['at-once']) }),
  ...(values.seconds === undefined ? {} : { seconds: Number(values.seconds) }),
  ...(values.pictures === undefined ? {} : { pictures: resolve(values.pictures) }),
};
const vitest = [
  join(ROOT, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  join(ROOT, 'test/hostile/vitest.config.ts'),
  ...suites(),
];

/** Which of the suite's files run. A piece of the cases is a part of a run that began with everything. */
function suites() {
  if (values.window) return ['window.hostile'];
  return values.seconds === undefined ? ['all.hostile', 'kills.hostile', '.test.ts'] : ['all.hostile'];
}

const env = {
  ...process.env,
  ORRERY_HOSTILE: JSON.stringify(asked),
  ...(electron === null ? {} : { ORRERY_ELECTRON: electron }),
};
const display = values.window ? onDisplay() : [];
const [program = process.execPath, ...args] = [...display, process.execPath, ...vitest];
process.exitCode = await show(program, args, { cwd: ROOT, env });
