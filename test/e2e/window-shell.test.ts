import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { electronArgs } from '../../scripts/shared/system.mjs';
import { electronBinary } from './electron.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import type { Workbench } from './open-workbench.ts';
import { PROJECT } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Records the system dialogs that are shown, and answers each with its first button. */
async function answerDialogs({
  app,
}: Pick<Workbench, 'app'>): Promise<{ readonly shown: () => Promise<readonly string[]> }> {
  await app.evaluate(({ dialog }) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message, buttons } = args.at(-1) as { readonly message: string; readonly buttons: string[] };
      shown.push(`${message} ${buttons.join(', ')}`);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });
  return { shown: () => app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown) };
}

const logOf = ({ folder }: Pick<Workbench, 'folder'>): string =>
  readFileSync(join(folder, '../profile/logs/orrery.log'), 'utf8');

describe('the shell', () => {
  const bench = oneWorkbench();

  it.each([
    ['about:blank', () => void (location.href = 'about:blank')],
    [
      'what a form of its own goes to',
      () => {
        const form = document.createElement('form');
        form.action = 'about:blank';
        document.body.append(form);
        form.submit();
      },
    ],
  ])('brings the page back from %s', async (_where, leave) => {
    const user = new WindowUser(bench);
    await user.list('Scenarios').waitFor();

    await bench.page.evaluate(leave);

    await expect.poll(() => bench.page.url()).toBe('app://orrery/');
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
  });

  it('tells of an error that nobody expected, once while it is told of, and logs each', async () => {
    const dialogs = await answerDialogs(bench);

    await bench.app.evaluate(() => {
      process.emit('uncaughtException', new Error('the oven is undefined'));
      process.emit('unhandledRejection', new Error('nobody came'), Promise.resolve());
    });

    await expect
      .poll(dialogs.shown)
      .toEqual(['Unexpected error: the oven is undefined Continue, Quit, Show log file']);
    expect(logOf(bench)).toContain('the oven is undefined');
    expect(logOf(bench)).toContain('nobody came');
    await new WindowUser(bench).list('Scenarios').waitFor();
  });

  it('asks whether to wait for a page that hangs', async () => {
    const dialogs = await answerDialogs(bench);

    await bench.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.emit('unresponsive');
    });

    await expect
      .poll(dialogs.shown)
      .toEqual(['The window is not responding. Wait, Reload window, Show log file']);
    expect(logOf(bench)).toContain('The window is not responding.');
  });

  // The last one: the tests' hold on the page is lost with it.
  it('loads the page again after it crashed, where the person wants that, and keeps the run that went on', async () => {
    const dialogs = await answerDialogs(bench);
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');

    await bench.app.evaluate(({ webContents }) => {
      webContents.getAllWebContents()[0]!.forcefullyCrashRenderer();
    });

    await expect
      .poll(dialogs.shown)
      .toEqual(['The window stopped working. Reload window, Quit, Show log file']);
    const shows = (): Promise<boolean> =>
      bench.app.evaluate(({ webContents }) =>
        webContents
          .getAllWebContents()[0]!
          .executeJavaScript(`document.body?.textContent?.includes('invoice-by-noon') === true`),
      ) as Promise<boolean>;
    await expect.poll(() => shows().catch(() => false)).toBe(true);
    expect(logOf(bench)).toContain('The window process ended:');
  });
});

/** The program, whose system dialog is printed and answered with `response`. No folder is picked. */
const answering = (response: number): string => `import { dialog } from 'electron';
dialog.showMessageBox = async (shown) => (console.log(JSON.stringify(shown)), { response: ${response} });
dialog.showOpenDialog = async () => ({ filePaths: [] });
await import(${JSON.stringify(pathToFileURL(join(PROJECT, 'out/main/index.js')))});
`;

describe('a folder that is not there', () => {
  it.each([
    ['quits', 0],
    ['opens another folder, and then none', 1],
  ])('is named in a dialog, and the program ends when the person %s', async (_what, response) => {
    const home = temporaryFolder({
      'app/package.json': '{"name": "orrery", "main": "main.mjs"}',
      'app/main.mjs': answering(response),
    });
    const gone = join(home, 'gone');
    const own = [`--user-data-dir=${join(home, 'profile')}`, join(home, 'app'), `--workspace=${gone}`];
    const program = spawn(electronBinary(), [...electronArgs(), '--disable-gpu', ...own], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void program.kill('SIGKILL'));
    const said = text(program.stdout);
    const errors = text(program.stderr);

    expect(await once(program, 'close')).toEqual([1, null]);
    const sentence = `There is no folder ${gone}. Check the path, or make the folder first.`;
    expect(JSON.parse(await said)).toMatchObject({
      detail: sentence,
      buttons: ['Quit', 'Open folder…'],
      cancelId: 0,
    });
    expect(await errors).toContain(`${sentence}\n`);
    expect(await errors).not.toContain('    at ');
  });
});
