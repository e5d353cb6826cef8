import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/model/values/json.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { runId } from '../../engine/model/values/ids.ts';
import { ask } from './call-main.ts';
import { EVENTS, LONG } from './long-scenario.ts';
import { askedIn, HELD, NOTING_AGENT, TURNS } from './noting-agent.ts';
import { openWorkbench } from './open-workbench.ts';
import { jsonOf, orreryIn, startOrrery, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { WindowUser } from './window-user.ts';

const ENOUGH = 2_000;
const SCENARIO = 'scenarios/invoice-by-noon.ts';

describe('a long run whose process is killed', () => {
  it('has every entry that the terminal was told of', async () => {
    const folder = sampleWorkspace(LONG);
    const program = startOrrery(folder, ['run', 'scenarios/long.ts', '--db', 'runs.db']);
    const told = await new Promise<number>((resolve) => {
      program.stderr.setEncoding('utf8').on('data', (text: string) => {
        const entries = Number(/([\d,]+) entries on disk/.exec(text)?.[1]?.replaceAll(',', ''));
        if (entries >= ENOUGH) resolve(entries);
      });
    });

    program.kill('SIGKILL');
    await once(program, 'close');

    const run = await interruptedRun(folder, 'runs.db');
    expect(run.entries).toBeGreaterThanOrEqual(told);
    await isWholeUpToItsEnd(folder, 'runs.db', run);
  });

  it('has every entry that the window was told of', async () => {
    await using bench = await openWorkbench(LONG);
    const told = await bench.page.evaluate(
      (enough) =>
        new Promise<number>((resolve) => {
          bridge.on('log.appended', ({ rows }) => {
            const entries = rows.from + rows.times.length;
            if (entries >= enough) resolve(entries);
          });
          void bridge.call('run.start', { scenario: 'scenarios/long.ts', mode: 'oracle', paused: false });
        }),
      ENOUGH,
    );

    const closed = bench.app.waitForEvent('close');
    bench.app.process().kill('SIGKILL');
    await closed;

    const db = '.orrery/orrery.db';
    const run = await interruptedRun(bench.folder, db);
    expect(run.entries).toBeGreaterThanOrEqual(told);
    await isWholeUpToItsEnd(bench.folder, db, run);
    await using after = await bench.again();
    const { runs, databaseProblem, isolated, wereRunning } = await ask(after.page, 'workspace.read', {});
    expect(databaseProblem).toBeUndefined();
    expect(runs).toMatchObject([{ id: run.id, state: 'interrupted', entries: run.entries }]);

    expect([isolated, wereRunning]).toEqual([['scenarios/long.ts'], ['scenarios/long.ts']]);
    await expect
      .poll(() => after.page.getByText('Orrery crashed while scenarios/long.ts ran.').count())
      .toBe(1);
    const { id } = await ask(after.page, 'run.start', {
      scenario: 'scenarios/long.ts',
      mode: 'oracle',
      paused: false,
    });
    await ask(after.page, 'run.control', { run: id, control: { kind: 'stop' } });
    await expect
      .poll(async () => (await ask(after.page, 'workspace.read', {})).runs[0])
      .toMatchObject({ id, state: 'stopped' });
  });

  it('goes on in the window where its agent was cut off, and nothing is asked twice', async () => {
    await using bench = await openWorkbench({ 'agents/noting.mjs': NOTING_AGENT, 'hold.txt': '' });
    const { folder } = bench;
    await ask(bench.page, 'run.start', {
      scenario: SCENARIO,
      mode: 'plain',
      paused: false,
      choices: { agent: { program: 'agents/noting.mjs', thinking: 'frozen' } },
    });
    await expect.poll(() => askedIn(folder).length).toBe(HELD);
    const closed = bench.app.waitForEvent('close');
    bench.app.process().kill('SIGKILL');
    await closed;
    rmSync(join(folder, 'hold.txt'));

    await using after = await bench.again();
    const user = new WindowUser(after);
    await user.list('Runs').getByRole('button', { name: 'r1' }).first().click();
    await user.reads(user.status, 'Interrupted');
    await user.status.getByRole('button', { name: 'Resume' }).click();
    await user.reads(user.status, 'Failed');

    expect(await user.shownRun()).toBe('r2');
    expect(askedIn(folder)).toEqual([...upTo(HELD), ...upTo(TURNS + 1).slice(HELD - 1)]);
    const command = ['run', SCENARIO, '--agent', 'node agents/noting.mjs', '--json'];
    expect(await user.logHash()).toBe((await jsonOf<RunReport>(folder, command)).logHash);
    expect((await ask(after.page, 'run.verify', { run: runId('r2') })).differs).toBeUndefined();
  });
});

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, nth) => nth + 1);

async function interruptedRun(folder: string, db: string): Promise<RunSummary> {
  const { stdout } = await orreryIn(folder, ['runs', '--db', db]);
  const [run] = await jsonOf<RunSummary[]>(folder, ['runs', '--db', db, '--json']);
  expect(stdout).toMatch(/^r1 +long +interrupted /m);
  expect(run).toMatchObject({ id: 'r1', state: 'interrupted' });
  expect(run!.entries).toBeLessThan(EVENTS);
  return run!;
}

/** Checks that the log has no gap and that the last state results from the whole log. */
async function isWholeUpToItsEnd(folder: string, db: string, { entries }: RunSummary): Promise<void> {
  const log = await jsonOf<LogEntry[]>(folder, ['log', 'r1', '--json', '--db', db]);
  expect(log.map(({ index }) => index)).toEqual([...Array(entries).keys()]);
  const last = ['state', 'r1', '--db', db];
  const { user } = await jsonOf<{ user: JsonObject & { messages: { content: string }[] } }>(folder, last);
  expect(user.messages.map(({ content }) => content)).toEqual(log.map((_entry, nth) => `${nth}`));
}
