import { existsSync } from 'node:fs';
import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { Failure, orExit, reason } from './shared/failure.mjs';
import { run } from './shared/run.mjs';
import { countsText } from './test/counts.mjs';
import { runCluster } from './test/suites.mjs';

const PACKAGES = ['slurm-wlm', 'munge', 'redis-server', 'postgresql'];
const PROGRAMS = [
  ...['/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/sbin/munged', '/usr/bin/redis-server'],
  ...['/usr/bin/psql', '/usr/lib/postgresql'],
];

const options = process.argv.slice(2);
if (options.some((option) => option !== '--short')) {
  console.error('Usage: npm run test:cluster -- [--short]');
  process.exit(2);
}
const isShort = options.includes('--short');

await orExit(setUp({ window: false }));
await orExit(build());
if (isShort) await installCluster().then(test, skip);
else {
  await orExit(installCluster());
  await test();
}

async function test() {
  const counts = await runCluster(isShort);
  for (const line of counts.lines ?? []) console.log(line);
  console.log(countsText(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

/** @param {unknown} error */
function skip(error) {
  console.error('\n%s\n', error instanceof Failure ? error.message : error);
  console.log('Not tested: sweeps that are killed, queues in Redis and PostgreSQL, Slurm.');
}

async function installCluster() {
  if (process.getuid?.() !== 0)
    throw new Failure('start Slurm, Redis and PostgreSQL', {
      why: 'Only root can start them as their own users.',
      mend: 'Run this again as root.',
    });
  if (PROGRAMS.every((file) => existsSync(file))) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // No cluster may start by itself: the tests start and stop the ones they need.
  const args = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...PACKAGES];
  try {
    await run('apt-get', ['update'], { env });
    await run('apt-get', args, { env });
  } catch (error) {
    throw new Failure('install Slurm, Redis and PostgreSQL', {
      why: reason(error),
      mend: `sudo apt-get install ${PACKAGES.join(' ')}   (Debian or Ubuntu; then run this again as root)`,
    });
  }
}
