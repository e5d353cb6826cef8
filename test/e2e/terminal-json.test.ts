import { describe, expect, it } from 'vitest';
import type { JobResult } from '../../engine/index.ts';
import { orreryIn, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { workspaceWithRun } from './workspace-with-run.ts';

const LETTERS = 'scenarios/phishing-or-not.ts';
const DB = ['--db', 'runs.db'];

/** The JSON output of a command, with its exit code. */
async function answerOf(
  folder: string,
  ...args: string[]
): Promise<{ code: number | null; json: unknown; stderr: string }> {
  const { code, stdout, stderr } = await orreryIn(folder, [...args, '--json']);
  return { code, json: JSON.parse(stdout), stderr };
}

describe('--json prints JSON and nothing else', () => {
  it('of all variants', async () => {
    const scenario = ['run', 'scenarios/table-for-some.ts', '--variant', 'all'];

    const { code, json } = await answerOf(sampleWorkspace(), ...scenario);

    const variants = (json as JobResult[]).map(({ variant }) => variant);
    expect(variants).toEqual([
      'guests=2,reply=free',
      'guests=2,reply=late',
      'guests=6,reply=free',
      'guests=6,reply=late',
    ]);
    expect(code).toBe(0);
  });

  it('of all variants, of which some are broken', async () => {
    const folder = sampleWorkspace({
      'scenarios/pots.ts': `import { agentUserInterface, scenario, variants } from 'orrery';
export default variants({ pots: [1, 2, 3] }, ({ pots }) =>
  scenario({
    name: 'pots',
    apps: () => {
      if (pots === 2) throw new Error('two pots do not fit');
      return { user: agentUserInterface() };
    },
    events: ({ user }) => user.send_message_to_agent({ content: 'Cook.' }),
  }),
);
`,
    });

    const { code, json, stderr } = await answerOf(folder, 'run', 'scenarios/pots.ts', '--variant', 'all');

    expect(json).toMatchObject([
      { variant: 'pots=1', outcome: 'not-judged' },
      {
        variant: 'pots=2',
        outcome: 'lost',
        reason: expect.stringContaining('two pots do not fit') as string,
      },
      { variant: 'pots=3', outcome: 'not-judged' },
    ]);
    expect(stderr).toMatch(/scenarios\/pots\.ts:6:29: .*two pots do not fit$/m);
    expect(code).toBe(1);
  });

  it('of a branch, and of whether it comes out the same', async () => {
    const folder = await workspaceWithRun(LETTERS);

    const branch = await answerOf(folder, 'branch', 'r1', '--at', '14', ...DB);
    const verified = await answerOf(folder, 'verify', 'r2', ...DB);

    const { log, logHash, logHashVersion } = branch.json as RunReport;
    expect(branch).toMatchObject({ code: 0, json: { run: 'r2', branchOf: 'r1', at: 14 } });
    expect(verified).toEqual({
      code: 0,
      stderr: '',
      json: {
        run: 'r2',
        recorded: 0,
        same: log.length,
        differs: null,
        logHash,
        logHashVersion,
        runtimes: null,
      },
    });
  });

  it('of what goes out, and of each file that comes in or does not', async () => {
    const folder = await workspaceWithRun(LETTERS, { 'bad.json': '{}' });

    const exported = await answerOf(folder, 'export', 'r1', '-o', 'out.json', ...DB);
    const report = await answerOf(folder, 'report', 'r1', '-o', 'out.html', ...DB);
    const imported = await answerOf(folder, 'import', 'bad.json', 'out.json', ...DB);

    expect(exported).toMatchObject({ code: 0, json: { run: 'r1', file: 'out.json', format: 'are' } });
    expect((exported.json as { notes: string[] }).notes).toContainEqual(expect.stringMatching(/^events: /));
    expect(report).toMatchObject({ code: 0, json: { runs: ['r1'], file: 'out.html' } });
    expect(imported).toMatchObject({
      code: 1,
      json: [
        { file: 'bad.json', error: expect.stringContaining('The format is not known') as string },
        { file: 'out.json', run: { id: 'r2', state: 'recorded' } },
      ],
    });
  });
});
