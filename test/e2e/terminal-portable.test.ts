import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { jsonOf, orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { workspaceWithRun } from './workspace-with-run.ts';

const LETTERS = 'scenarios/phishing-or-not.ts';
const FORMAT = ['--format', 'orrery'];

describe('export --format orrery, and import', () => {
  it('take a run and a branch of it from one database to another, and can still run them again', async () => {
    const folder = sampleWorkspace();
    const orrery = (...args: string[]): ReturnType<typeof orreryIn> => orreryIn(folder, args);
    await orrery('run', LETTERS, '--db', 'from.db');
    await orrery('branch', 'r1', '--at', '14', '--change', 'argument content=Never', '--db', 'from.db');
    for (const id of ['r1', 'r2'])
      await orrery('export', id, ...FORMAT, '-o', `${id}.orrery`, '--db', 'from.db');

    const { code, stderr } = await orrery('import', 'r1.orrery', 'r2.orrery', '--db', 'to.db');
    const verified = await orrery('verify', 'r2', '--db', 'to.db');
    await orrery('export', 'r2', ...FORMAT, '-o', 'again.orrery', '--db', 'to.db');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [from, to] = await Promise.all(
      ['from.db', 'to.db'].map((db) => jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', db])),
    );
    expect(to).toEqual(from);
    expect(verified.stdout).toMatch(/^r2: ran again, \d+ entries identical/);
    const [once, again] = ['r2', 'again'].map((name) => readFileSync(join(folder, `${name}.orrery`), 'utf8'));
    expect(again).toBe(once);
  });

  it('refuses a file that is not as it was written, and leaves the database alone', async () => {
    const folder = await workspaceWithRun(LETTERS);
    await orreryIn(folder, ['export', 'r1', ...FORMAT, '-o', 'r1.orrery', '--db', 'runs.db']);
    appendFileSync(join(folder, 'r1.orrery'), '{"note":{"text":"me too","tags":[],"made":1}}\n');

    const { code, stderr } = await orreryIn(folder, ['import', 'r1.orrery', '--db', 'runs.db']);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^r1\.orrery, end: The last line is missing or incomplete/m) as string,
    });
    expect(await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db'])).toHaveLength(1);
  });
});
