import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isOpenToOthers, orreryIn, orreryOfOthersIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { workspaceWithTrace } from './workspace-with-run.ts';

const TRACE = 'traces/clay_delivery_time.trace.json';

/** A workspace with a run in `kept/runs.db`; file and folder are read-only. */
async function archive(): Promise<string> {
  const folder = await workspaceWithTrace(TRACE);
  mkdirSync(join(folder, 'kept'));
  renameSync(join(folder, 'runs.db'), join(folder, 'kept/runs.db'));
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'kept/runs.db'), 0o444);
  chmodSync(join(folder, 'kept'), 0o555);
  onTestFinished(() => {
    chmodSync(join(folder, 'kept'), 0o755);
  });
  return folder;
}

describe('a database that must not be written', () => {
  const isOpen = isOpenToOthers();
  beforeEach(({ skip }) => {
    skip(!isOpen, 'the program lies where only root may read it, who may write all');
  });

  it.each([
    ['runs', ['runs'], /^r1 +clay_delivery_time +recorded +8 +1 /m],
    ['log', ['log', 'r1'], /^#7 /m],
    ['state', ['state', 'r1', '--at', '3'], /"conv-omar"/],
    ['compare', ['compare', 'r1', 'r1'], /8 entries are equal/],
  ])('is looked at, which is said: %s', async (_command, args, shown) => {
    const folder = await archive();
    const before = readFileSync(join(folder, 'kept/runs.db'));

    const { code, stdout, stderr } = await orreryOfOthersIn(folder, [...args, '--db', 'kept/runs.db']);

    expect(stdout).toMatch(shown);
    expect(stderr).toBe('kept/runs.db must not be written: its runs are looked at as they are now\n');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'kept'))).toEqual(['runs.db']);
    expect(readFileSync(join(folder, 'kept/runs.db')).equals(before)).toBe(true);
  });

  it.each([
    ['run', ['run', 'scenarios/invoice-by-noon.ts']],
    ['import', ['import', TRACE]],
    ['branch', ['branch', 'r1', '--at', '3']],
  ])('takes nothing in: %s', async (_command, args) => {
    const folder = await archive();

    const { code, stdout, stderr } = await orreryOfOthersIn(folder, [...args, '--db', 'kept/runs.db']);

    expect(stderr).toMatch(/^\S*kept\/runs\.db: The file or its folder is read-only\. .+\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

describe('a folder of --db that is not there', () => {
  it('is not made by who only looks', async () => {
    const folder = sampleWorkspace();

    const { code, stderr } = await orreryIn(folder, ['runs', '--db', 'typo/runs.db']);

    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'typo/runs.db: no such file. Give the database file of earlier runs.\n',
    });
    expect(readdirSync(folder)).not.toContain('typo');
  });

  it('is made by who writes, which is said', async () => {
    const folder = sampleWorkspace();

    const { code, stderr } = await orreryIn(folder, ['import', TRACE, '--db', 'typo/runs.db']);

    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `made the folder ${join(folder, 'typo')}, which was not there\n`,
    });
  });
});
