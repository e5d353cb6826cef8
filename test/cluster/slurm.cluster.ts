import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobResult } from '../../engine/index.ts';
import { jsonOf, orreryProcessIn } from '../e2e/orrery.ts';
import { sampleWorkspace } from '../e2e/sample-workspace.ts';
import { type Cluster, startCluster } from './slurm.ts';

const state: { cluster?: Cluster } = {};

/** Submits the sweep in `folder`. Answers the number of its array. */
const submit = (folder: string): string =>
  /array (\d+)/.exec(state.cluster!.run('sh', join(folder, 'slurm/submit.sh')))![1]!;

const queue = (): string => state.cluster!.run('squeue', '--noheader').trim();

beforeAll(async () => {
  state.cluster = await startCluster();
});

afterAll(async () => {
  await state.cluster?.[Symbol.asyncDispose]();
});

it('runs a sweep as an array, of which two tasks are cancelled, submitted again and complete', async () => {
  const { run } = state.cluster!;
  // Each task of forty jobs takes a second or two, so that those that wait for a core can be cancelled.
  const workspace = sampleWorkspace({
    'mail.json': JSON.stringify({
      name: 'mail',
      scenarios: ['scenarios/invoice-by-noon.ts'],
      seeds: '1..160',
      agents: ['oracle', 'nobody'],
    }),
  });
  const folder = join(workspace, 'mail.sweep');
  const outcomes = async (): Promise<readonly string[]> =>
    (await jsonOf<readonly JobResult[]>(workspace, ['sweep', 'show', 'mail.sweep', '--json'])).map(
      ({ outcome }) => outcome,
    );

  await orreryProcessIn(workspace, ['sweep', 'plan', 'mail.json']);
  const { stdout } = await orreryProcessIn(workspace, ['sweep', 'slurm', 'mail.sweep', '--tasks', '8']);
  expect(stdout).toContain('8 tasks for 320 jobs');

  const array = submit(folder);
  run('scancel', `${array}_7`, `${array}_8`);
  await expect.poll(queue).toBe('');
  expect(readFileSync(join(folder, 'slurm/collect.log'), 'utf8')).toContain('collected 240 runs');
  expect((await outcomes()).filter((outcome) => outcome === 'missing')).toHaveLength(80);

  submit(folder);
  await expect.poll(queue).toBe('');
  expect(readFileSync(join(folder, 'slurm/collect.log'), 'utf8')).toContain('collected 80 runs');
  expect(new Set(await outcomes())).toEqual(new Set(['passed', 'failed']));
});

it('goes back into the queue when its time limit is near, and continues there', async () => {
  const { run } = state.cluster!;
  // A job that never ends by itself until the task has been started again.
  const patient = `
    import { existsSync, writeFileSync } from 'node:fs';
    if (!existsSync(process.argv[2])) {
      writeFileSync(process.argv[2], '');
      setInterval(() => undefined, 1_000);
    }`;
  const workspace = sampleWorkspace({ 'agents/patient.mjs': patient });
  const mark = join(workspace, 'was-here');
  const agent = {
    name: 'patient',
    command: `node agents/patient.mjs ${mark}`,
    files: ['agents/patient.mjs'],
  };
  const sweep = { name: 'slow', scenarios: ['scenarios/invoice-by-noon.ts'], agents: ['oracle', agent] };
  const folder = join(workspace, 'slow.sweep');
  writeFileSync(join(workspace, 'slow.json'), JSON.stringify(sweep));

  await orreryProcessIn(workspace, ['sweep', 'plan', 'slow.json']);
  await orreryProcessIn(workspace, ['sweep', 'slurm', 'slow.sweep', '--tasks', '1']);
  const array = submit(folder);
  await expect.poll(() => existsSync(mark)).toBe(true);
  // What Slurm sends a minute before the limit.
  run('scancel', '--batch', '--signal=USR1', `${array}_1`);
  await expect.poll(queue).toBe('');

  const results = await jsonOf<readonly JobResult[]>(workspace, ['sweep', 'show', 'slow.sweep', '--json']);
  expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'crashed']);
  expect(readFileSync(join(folder, 'slurm/task-1.log'), 'utf8')).toContain('1 job done before');
});
