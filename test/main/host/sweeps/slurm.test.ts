import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { largestArray, slurmScripts } from '../../../../main/host/sweeps/slurm.ts';

const PLAN = {
  folder: "/shared/ada's sweeps/mail",
  name: 'mail and more',
  orrery: ['/usr/bin/node', '/opt/orrery/cli.js'],
  tasks: 8,
  atOnce: 4,
  cpus: 2,
  time: '01:00:00',
};

it('writes scripts that bash can parse for a folder with spaces and quotes', () => {
  for (const script of Object.values(slurmScripts(PLAN)))
    expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
});

it('requests an array with its limits, and no limits when none are given', () => {
  const lines = slurmScripts(PLAN)['work.sh']!.split('\n');

  expect(lines).toContain('#SBATCH --array=1-8%4');
  expect(lines).toContain('#SBATCH --time=01:00:00');
  expect(lines).toContain('#SBATCH --job-name=mail-and-more');
  expect(slurmScripts({ ...PLAN, atOnce: undefined, time: undefined })['work.sh']).not.toMatch(/--time|%4/);
});

it('reads the largest array from the cluster’s configuration, 1,000 by default', () => {
  expect(largestArray('MaxArraySize            = 501\nMaxJobCount = 10000\n')).toBe(500);
  expect(largestArray('')).toBe(1_000);
});
