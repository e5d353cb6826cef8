import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../engine/model/comparison.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { writeLongRuns } from './long-runs.ts';
import { jsonOf, orreryIn, startOrrery } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { isRunning, workersOf } from './sweep-processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { workspaceWithRun } from './workspace-with-run.ts';

const LETTERS = 'scenarios/phishing-or-not.ts';

describe('compare', () => {
  it('says where two runs part, and exits with 1', async () => {
    const folder = await workspaceWithRun(LETTERS);
    for (const mode of ['oracle', 'plain'])
      await orreryIn(folder, ['run', LETTERS, '--mode', mode, '--db', 'runs.db']);

    const same = await orreryIn(folder, ['compare', 'r1', 'r2', '--db', 'runs.db']);
    const other = await orreryIn(folder, ['compare', 'r1', 'r3', '--db', 'runs.db']);
    const rows = JSON.parse(
      (await orreryIn(folder, ['compare', 'r1', 'r3', '--db', 'runs.db', '--json'])).stdout,
    ) as Comparison;

    expect(same).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('No difference') as string,
    });
    expect(other.code).toBe(1);
    expect(other.stdout).toMatch(
      /First divergence: #14 mail\.reply_to_email by the agent: its outcome is done in A and skipped in B/,
    );
    expect(other.stdout).toMatch(/^\d+ rows left out; --json prints them all$/m);
    expect(other.stdout).not.toMatch(/^[+-] .* waiting/m); // Checks without a result tell little.
    expect(rows.divergence).toMatchObject({ row: 14 });
  });
});

/** Where the system says which processes a process has started. */
describe.runIf(process.platform === 'linux')('a long comparison', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is cancelled by %s, and its worker process ends', async (signal, code) => {
    const folder = temporaryFolder();
    writeLongRuns(join(folder, 'runs.db'));
    const program = startOrrery(folder, ['compare', 'r1', 'r2', '--db', 'runs.db']);
    const output = Promise.all([text(program.stdout), text(program.stderr)]);
    const workers = (): readonly number[] => workersOf(program.pid!, 'compare');
    await expect.poll(workers).toHaveLength(1);
    const [worker] = workers();

    program.kill(signal);

    expect(await once(program, 'close')).toEqual([code, null]);
    expect(await output).toEqual(['', 'Runs r1 and r2 were not compared: the comparison was cancelled.\n']);
    await expect.poll(() => isRunning(worker!)).toBe(false);
  });
});

describe('branch and verify', () => {
  it('change one thing in the middle of a run, and run any of them again', async () => {
    const folder = await workspaceWithRun(LETTERS);

    const branch = ['branch', 'r1', '--at', '14', '--db', 'runs.db'];
    const same = await orreryIn(folder, branch);
    const other = await orreryIn(folder, [...branch, '--change', 'argument content=Never']);
    const verified = await orreryIn(folder, ['verify', 'r3', '--db', 'runs.db']);
    const compared = await orreryIn(folder, ['compare', 'r1', 'r3', '--db', 'runs.db']);

    expect(same).toMatchObject({ code: 0, stderr: '' });
    expect(other.stdout).toContain('run r3 in runs.db, a branch of r1 at #14');
    expect(other.stdout).toMatch(/^branch of r1 at #14: content of \S+ is "Never"$/m);
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^r3: ran again, \d+ entries identical/) as string,
    });
    expect(compared.stdout).toContain(
      'First divergence: #14 mail.reply_to_email by the agent: content is "The archive',
    );
    expect(
      hashes(await jsonOf<readonly RunSummary[]>(folder, ['runs', '--db', 'runs.db', '--json'])),
    ).toMatchObject({ same: 2 });
  });

  it.each([
    [['branch', 'r1', '--at', '99'], /There is no entry 99 in r1: its entries are 0 to 23\./],
    [
      ['branch', 'r1', '--at', '14', '--change', 'jump'],
      /--change: "jump" is not valid\. Give one of: argument/,
    ],
    [['verify', 'r9'], /There is no run r9 in runs\.db\. It has r1\./],
  ])('refuse in a line: %j', async (args, message) => {
    const folder = await workspaceWithRun(LETTERS);

    const { code, stderr } = await orreryIn(folder, [...args, '--db', 'runs.db']);

    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 });
    expect(stderr).toMatch(message);
  });
});

/** The number of runs with the hash of the first run. */
const hashes = (runs: readonly RunSummary[]): { readonly same: number } => ({
  same: runs.filter(({ logHash }) => logHash === runs.at(-1)?.logHash).length,
});

describe('an agent of its own', () => {
  it('takes over in the middle of a run, and what it did repeats without it', async () => {
    const folder = await workspaceWithRun('scenarios/invoice-by-noon.ts');
    const on = ['--db', 'runs.db'];

    const branch = ['branch', 'r1', '--at', '30', ...on];
    const taken = await orreryIn(folder, [...branch, '--agent', 'node agents/forwarder.mjs']);
    const verified = await orreryIn(folder, ['verify', 'r2', ...on]);
    const alone = await orreryIn(folder, [...branch, '--turns', '3']);

    expect(taken).toMatchObject({ code: 0, stderr: 'agent: it has finished\n' });
    expect(taken.stdout).toMatch(/^#30 .* agent +mail\.list_emails/m);
    expect(taken.stdout).toMatch(/^#44 .* agent +user\.send_message_to_user/m);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(alone).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--turns needs a process in --agent') as string,
    });
  });
});

describe('a recorded trace', () => {
  it('is branched with an argument, or another agent, and says what of that can be verified', async () => {
    const folder = sampleWorkspace({
      'brief.json':
        '{"agent": [{"at": 40, "app": "AgentUserInterface", "tool": "send_message_to_user", "args": {"content": "Done."}}]}',
    });
    const on = ['--db', 'runs.db'];
    await orreryIn(folder, ['import', 'traces/studio_visit_two_turns.trace.json', ...on]);

    const other = await orreryIn(folder, [
      ...['branch', 'r1', '--at', '4', '--change', 'argument title=A visit'],
      ...on,
    ]);
    const compared = await orreryIn(folder, ['compare', 'r1', 'r2', ...on]);
    const verified = await orreryIn(folder, ['verify', 'r2', ...on]);
    const trace = await orreryIn(folder, ['verify', 'r1', ...on]);
    const script = await orreryIn(folder, [
      ...['branch', 'r1', '--at', '4', '--change', 'agent brief.json'],
      ...on,
    ]);

    expect(other).toMatchObject({ code: 0, stderr: '' });
    expect(compared.stdout).toContain(
      'First divergence: #4 Calendar.add_calendar_event by the agent: title is',
    );
    expect(verified.stdout).toContain(
      'ran again, 9 entries identical (the first 4 were recorded and not run)',
    );
    expect(trace).toMatchObject({ code: 1 });
    expect(trace.stderr).toContain('is a recorded trace: nothing of it ran here');
    // It leaves out the oracle's calls.
    expect(script).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Done\.[^]*verdict: failed/) as string,
    });
  });
});

describe('compare, of attempts', () => {
  it('says where the approaches part, and shows who did what in several', async () => {
    const folder = await workspaceWithRun(LETTERS);
    for (const file of ['large-model.traj', 'small-model.traj'])
      await orreryIn(folder, ['import', `trajectories/fence-posts.${file}.json`, '--db', 'attempts.db']);
    await orreryIn(folder, ['import', 'trajectories/late-parcel.tau2.json', '--db', 'attempts.db']);
    const compare = (...args: string[]) => orreryIn(folder, ['compare', ...args, '--db', 'attempts.db']);

    const two = await compare('r1', 'r2');
    const json = JSON.parse((await compare('r2', 'r1', '--json')).stdout) as {
      by: string;
      rows: readonly object[];
    };
    const several = await compare('r1', 'r2', 'r3', 'r4');

    expect(two).toMatchObject({ code: 1, stderr: '' });
    expect(two.stdout).toMatch(
      /^By steps: After 1 matching step, A calls shell\.bash "python test_fence\.py" \(#2\) before .*; B has no step like it\.$/m,
    );
    expect(two.stdout).toMatch(/^- {3}#2 +call +shell\.bash python test_fence\.py$/m);
    expect(json).toMatchObject({ by: 'steps' });
    expect(several.stdout).toMatch(/^#6 +#4 +\. +\. +shell\.bash echo COMPLETE_TASK/m);
    expect((await compare('r1', 'r2', '--by', 'entries')).stdout).toContain('First divergence:');
    expect(await compare('r1', 'r2', 'r3', '--by', 'entries')).toMatchObject({ code: 2 });
    const models = await compare('large-model', 'small-model', '--by', 'models', '--json');
    expect(JSON.parse(models.stdout)).toMatchObject({
      a: { label: 'large-model' },
      b: { label: 'small-model', runs: 1 },
      tasks: 1,
    });
  });
});
