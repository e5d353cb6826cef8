import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build/build.mjs';
import { setUp } from './setup/set-up.mjs';
import { Failure, orExit, reason } from './shared/failure.mjs';
import { ROOT } from './shared/places.mjs';
import { run, show } from './shared/run.mjs';

const PACKAGES = ['slurm-wlm', 'munge', 'redis-server'];
const PROGRAMS = ['/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/sbin/munged', '/usr/bin/redis-server'];

await orExit(setUp({ window: false }));
await orExit(build());
await orExit(installCluster());
const config = join(ROOT, 'test/cluster/vitest.config.ts');
const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config];
process.exitCode = await show(process.execPath, vitest, { cwd: ROOT });

async function installCluster() {
  if (PROGRAMS.every((file) => existsSync(file))) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // No cluster may start by itself: the tests start and stop the ones they need.
  const args = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...PACKAGES];
  try {
    await run('apt-get', ['update'], { env });
    await run('apt-get', args, { env });
  } catch (error) {
    throw new Failure('install Slurm and Redis', {
      why: reason(error),
      mend: `sudo apt-get install ${PACKAGES.join(' ')}   (Debian or Ubuntu; then run this again as root)`,
    });
  }
}
