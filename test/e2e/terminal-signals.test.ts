import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { LONG } from './long-scenario.ts';
import { jsonOf, startOrrery } from './orrery.ts';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';

describe('a reader that has had enough', () => {
  it('of the answer ends the program without a word', async () => {
    const program = startOrrery(sampleWorkspace(), ['tools']);
    program.stdout.destroy();
    const words = text(program.stderr);

    expect(await once(program, 'close')).toEqual([0, null]);
    expect(await words).toBe('');
  });

  it('of the words does not end it', async () => {
    const program = startOrrery(sampleWorkspace(), ['check', 'gone.ts']);
    program.stderr.destroy();

    expect(await once(program, 'close')).toEqual([2, null]);
  });
});

const FULL = '/dev/full';

it.runIf(existsSync(FULL))('says so where its answer cannot be written', () => {
  const full = openSync(FULL, 'w');
  onTestFinished(() => {
    closeSync(full);
  });

  const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'out/main/cli.js'), 'tools'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });

  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^standard output: could not be written \(.*ENOSPC.*\)\n$/) as string,
  });
});

describe('a run that is interrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s keeps what happened, sums it up and ends with %i', async (signal, code) => {
    const folder = sampleWorkspace(LONG);
    const program = startOrrery(folder, ['run', 'scenarios/long.ts', '--db', 'runs.db']);
    const summary = text(program.stdout);
    await once(program.stderr, 'data');

    program.kill(signal);

    expect(await once(program, 'close')).toEqual([code, null]);
    expect(await summary).toContain(`note: It was interrupted by ${signal}.`);
    const [run] = await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
    expect(run).toMatchObject({ id: 'r1', state: 'interrupted' });
    expect(run!.entries).toBeGreaterThan(0);
  });
});
