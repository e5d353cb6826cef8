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

await orExit(setUp({ window: false }));
await orExit(build());
await orExit(installCluster());
const counts = await runCluster();
console.log(countsText(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;

async function installCluster() {
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
