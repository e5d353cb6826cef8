import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsInBothThemes } from './accessibility-problems.ts';
import './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openBareWorkbench, openUntrusted } from './open-workbench.ts';
import { orreryIn } from './orrery.ts';

describe('a workspace', () => {
  const bench = oneWorkbench();

  it('shows a run that the terminal writes into it', async () => {
    const user = new WindowUser(bench);
    await user.reads(bench.page.getByRole('main'), 'No runs yet.');

    await orreryIn(bench.folder, ['run', 'scenarios/double-booking.ts', '--db', '.orrery/orrery.db']);

    await user
      .list('Runs')
      .getByRole('button', { name: /double-booking/ })
      .click();
    await user.reads(user.status, 'Passed');
  });

  it('is opened in place of another, by a restart with its folder', async () => {
    const other = join(bench.folder, '../other');
    mkdirSync(other);
    await bench.app.evaluate(({ app, dialog }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] });
      // A restart would leave this test.
      const calls: unknown[] = [];
      Object.assign(globalThis, { calls });
      app.relaunch = (options) => void calls.push(options?.args);
      const quit = app.quit.bind(app);
      app.quit = () => {
        app.quit = quit;
        calls.push('quit');
      };
    }, other);

    await new WindowUser(bench).list('Scenarios').waitFor();
    await bench.page.keyboard.press('Control+o');

    const calls = (): Promise<unknown[]> =>
      bench.app.evaluate(() => (globalThis as unknown as { calls: unknown[] }).calls);
    await expect.poll(async () => (await calls()).length).toBe(2);
    const [args, last] = await calls();
    expect(last).toBe('quit');
    expect(args).toContain(`--workspace=${realpathSync(other)}`);
    // The other folder is not trusted because this one is.
    expect(args).not.toContain('--trust');
    expect(args).not.toContain(`--workspace=${bench.folder}`);
    expect(bench.errors).toEqual([]);
  });
});

describe('a new workspace', () => {
  it('that is not trusted is read and checked, and runs nothing until it is', async () => {
    const canary = "const ran = (): number => { throw new Error('the code ran'); };\n";
    await using bench = await openUntrusted({ 'scenarios/own.ts': `${canary}export default ran();\n` });
    const user = new WindowUser(bench);
    await bench.page.getByRole('complementary', { name: 'Restricted' }).waitFor();
    expect(await problemsInBothThemes(bench)).toEqual([]);
    await user.open('own.ts');
    await user.reads(bench.page.locator('.monaco-editor'), 'the code ran');
    await user.tab('Problems').click();
    await expect.poll(() => user.panel('Problems').innerText()).not.toContain('the code ran');

    expect(await user.button('Run').isDisabled()).toBe(true);
    await bench.page.keyboard.press('F5');
    await bench.page.getByText('Trust this folder to run its code.').waitFor();
    await bench.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    });
    await user.button('Trust this folder').click();
    // As a compromised page would do.
    await bench.page.evaluate(() => bridge.call('workspace.trust', {}));
    expect(await user.button('Run').isDisabled()).toBe(true);
    await bench.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    });
    await user.button('Trust this folder').click();
    await bench.page.getByRole('complementary', { name: 'Restricted' }).waitFor({ state: 'detached' });
    await expect.poll(() => bench.page.getByText('Trust this folder to run its code.').count()).toBe(0);
    await user.button('Run').click();
    await user.reads(user.panel('Problems'), 'the code ran');

    await using again = await bench.again();
    await new WindowUser(again).list('Scenarios').waitFor();
    expect(await again.page.getByRole('complementary', { name: 'Restricted' }).count()).toBe(0);
  });

  it('says what to do, gets scenarios of templates, which are renamed and thrown away, and a sample run from one card', async () => {
    await using bench = await openBareWorkbench();
    const { page, folder } = bench;
    const user = new WindowUser(bench);

    await user.reads(page.getByRole('main'), 'Welcome to Orrery');
    expect(await problemsInBothThemes(bench)).toEqual([]);
    expect(await user.button('Run').isDisabled()).toBe(true);
    await user.reads(user.status, 'No run open');
    expect(existsSync(join(folder, 'scenarios'))).toBe(false);

    await bench.app.evaluate(({ shell }) => {
      // Machines that run tests may have no trash.
      shell.trashItem = (file) => process.getBuiltinModule('node:fs').promises.rm(file);
    });
    await page
      .getByRole('main')
      .getByRole('button', { name: /New scenario/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: 'Name' }).fill('my-inn');
    await page.getByRole('radio', { name: /An email arrives/ }).check();
    await page.keyboard.press('Enter');
    await user.reads(page.locator('.monaco-editor'), "name: 'my-inn'");
    await user.run('Passed');

    await user.list('Scenarios').getByRole('button', { name: 'my-inn.ts', exact: true }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('their-inn');
    await page.keyboard.press('Enter');
    await user.button('their-inn.ts').waitFor();
    expect(existsSync(join(folder, 'scenarios/my-inn.ts'))).toBe(false);
    await user.reads(page.locator('.monaco-editor'), "name: 'my-inn'");

    await user.button('their-inn.ts').focus();
    await page.keyboard.press('Delete');
    await user.button('Move').click();
    await user.reads(page.getByRole('main'), 'is not in this workspace');
    expect(existsSync(join(folder, 'scenarios/their-inn.ts'))).toBe(false);
    await user.list('Runs').hover();
    await user.button('Delete run r1').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

    await user.button(/Run a sample/).click();
    await user.reads(user.status, 'Passed');
    expect(readFileSync(join(folder, 'scenarios/sample.ts'), 'utf8')).toContain("name: 'sample'");
    await user.tab('mail').click();
    await user.reads(user.panel('mail'), 'A room on Friday');
    expect(bench.errors).toEqual([]);
  });
});
