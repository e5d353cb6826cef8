import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { largeTrace } from './large-trace.ts';
import { jsonOf, orreryIn, startOrrery } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const LARGE = 'traces/talk.json';
const SMALL = 'traces/clay_delivery_time.trace.json';

describe('a large trace', () => {
  it('is imported whole or not at all by the terminal, which says how far it is', async () => {
    const folder = sampleWorkspace({ [LARGE]: largeTrace(60_000) });
    const program = startOrrery(folder, ['import', LARGE, '--db', 'runs.db']);
    let told = '';
    await new Promise<void>((resolve) => {
      program.stderr.setEncoding('utf8').on('data', (text: string) => {
        told += text;
        if (text.includes('% written')) resolve();
      });
    });

    program.kill('SIGINT');
    const [code] = (await once(program, 'close')) as [number];

    expect(code).toBe(130);
    expect(told).toContain('talk.json: not imported: the import was cancelled.');
    expect(await jsonOf<RunSummary[]>(folder, ['runs', '--db', 'runs.db', '--json'])).toEqual([]);
    expect((await orreryIn(folder, ['import', SMALL, '--db', 'runs.db'])).code).toBe(0);
  });

  it('is refused by its size before it is read', async () => {
    const folder = sampleWorkspace({ [LARGE]: '' });
    truncateSync(join(folder, LARGE), 500_000_000);

    const { code, stderr } = await orreryIn(folder, ['import', LARGE, '--db', 'runs.db']);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'talk.json is too large: 500 MB, of 400 MB at most\n',
    });
  });
});

describe('a trajectory with a hundred fields that are not shown', () => {
  it('has a short note when it is imported, and a whole one in its log', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, index]));
    const talk = JSON.stringify([{ role: 'user', content: 'Hello.', ...unknown }]);
    const folder = sampleWorkspace({ 'talk.json': talk });

    const { stdout } = await orreryIn(folder, ['import', 'talk.json', '--db', 'runs.db']);

    expect(stdout).toMatch(/note: Kept, not shown: .*field0 once.*… orrery log r1 has it whole\.$/m);
    expect(stdout).not.toContain('field99');
    expect((await orreryIn(folder, ['log', 'r1', '--db', 'runs.db'])).stdout).toContain('field99 once');
  });
});
