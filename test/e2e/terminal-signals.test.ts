import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { LONG } from './long-scenario.ts';
import { jsonOf, startOrrery } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

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
