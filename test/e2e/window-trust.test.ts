import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsInBothThemes } from './accessibility-problems.ts';
import { ask } from './call-main.ts';
import { foreignRun } from './foreign-run.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { orreryProcessIn } from './orrery.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { WindowUser } from './window-user.ts';

const FOREIGN = 'came from elsewhere and never ran here. Trust it to run it.';

/** Answers the system's questions with the button `response` from now on. */
const answering = ({ app }: Workbench, response: number): Promise<void> =>
  app.evaluate(({ dialog }, button) => {
    dialog.showMessageBox = (...given: unknown[]) => {
      const [{ detail }] = given.slice(-1) as [{ readonly detail: string }];
      const asked = globalThis as { questions?: string[] };
      asked.questions = [...(asked.questions ?? []), detail];
      return Promise.resolve({ response: button, checkboxChecked: false });
    };
  }, response);

const questions = ({ app }: Workbench): Promise<readonly string[]> =>
  app.evaluate(() => (globalThis as { questions?: string[] }).questions ?? []);

describe('the code of a run that somebody else recorded', () => {
  it('is asked about once, in a dialog of the system, and does not run before', async () => {
    const { database } = await foreignRun();
    await using bench = await openWorkbench({ '.orrery/orrery.db': database });
    const user = new WindowUser(bench);
    const { page } = bench;
    await answering(bench, 1);
    await user.list('Runs').getByRole('button').first().click();
    await user.reads(user.status, 'Passed');

    await page.keyboard.press('Control+Shift+P');
    await page.keyboard.type('Call a tool');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Call a tool' });
    await user.reads(dialog, FOREIGN);
    expect(await problemsInBothThemes(bench)).toEqual([]);
    // Looking asks nobody.
    expect(await questions(bench)).toEqual([]);

    await dialog.getByRole('button', { name: 'Trust this code…' }).click();
    await expect.poll(() => questions(bench)).toHaveLength(1);
    expect((await questions(bench))[0]).toContain('scenarios/hot-greenhouse.ts of r1');
    await user.reads(dialog, FOREIGN);
    // As a compromised page would do.
    for (const name of ['run.verify', 'code.trust'] as const)
      await expect(ask(page, name, { run: 'r1' })).rejects.toThrow(FOREIGN);
    await expect(ask(page, 'library.judge', { runs: ['r1'] })).rejects.toThrow(FOREIGN);

    await answering(bench, 0);
    await dialog.getByRole('button', { name: 'Trust this code…' }).click();
    await dialog.getByRole('combobox', { name: 'Tool' }).waitFor();
    const asked = (await questions(bench)).length;
    expect(await ask(page, 'run.verify', { run: 'r1' })).toMatchObject({ differs: undefined });
    expect(await questions(bench)).toHaveLength(asked);
    expect(bench.errors).toEqual([]);

    await using again = await bench.again();
    const tools = await ask(again.page, 'run.tools', { run: 'r1' });
    expect(tools.map(({ app }) => app)).toContain('greenhouse');
  });

  it('is asked about before a sweep that was planned elsewhere runs, with its commands', async () => {
    await using bench = await openWorkbench();
    writeFileSync(
      join(bench.folder, 'sweeps/theirs.json'),
      JSON.stringify({
        name: 'theirs',
        scenarios: ['scenarios/invoice-by-noon.ts'],
        agents: [{ name: 'a', command: 'node agents/forwarder.mjs\t--fast', files: ['agents'] }],
      }),
    );
    const plan = ['sweep', 'plan', 'sweeps/theirs.json', '--out', 'sweeps/theirs.sweep'];
    const theirs = { ORRERY_SETTINGS: temporaryFolder() };
    expect(await orreryProcessIn(bench.folder, plan, theirs)).toMatchObject({ code: 0 });
    await answering(bench, 1);

    const start = { sweep: 'sweeps/theirs.sweep' };
    await expect(ask(bench.page, 'sweep.start', start)).rejects.toThrow(FOREIGN);
    expect((await questions(bench))[0]).toContain('node agents/forwarder.mjs\\u0009--fast');
    expect(await ask(bench.page, 'sweep.view', start)).toMatchObject({
      counts: { jobs: 1 },
      state: 'stopped',
    });

    await answering(bench, 0);
    await ask(bench.page, 'sweep.start', start);
    await expect.poll(async () => (await ask(bench.page, 'sweep.view', start)).state).toBe('completed');
    expect(bench.errors).toEqual([]);
  });
});
