import { describe, expect, it } from 'vitest';
import { accessibilityProblems, problemsInBothThemes } from './accessibility-problems.ts';
import { withEvents } from './broken-scenarios.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import type { Workbench } from './open-workbench.ts';
import { THEMES, setTheme } from './set-theme.ts';

/** How many parts were checked. */
let parts = 0;

/** To switch the theme takes as long as to check a part. */
const PARTS_IN_A_THEME = 5;

/** Checks the part of the window that `within` selects, in one theme: parts share their colours, so half of them are dark. */
async function expectPartAccessible(bench: Pick<Workbench, 'app' | 'page'>, within: string): Promise<void> {
  const theme = THEMES[Math.floor(parts++ / PARTS_IN_A_THEME) % THEMES.length]!;
  await setTheme(bench, theme);
  expect(await accessibilityProblems(bench.page, within), `${theme}: ${within}`).toEqual([]);
}

describe('the window', () => {
  const bench = oneWorkbench({
    'scenarios/broken.ts': withEvents("condition('never', () => {", '  while (true);', '});'),
  });

  it('has no serious barrier with a run on show, in every panel and dialog', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    expect(await problemsInBothThemes(bench)).toEqual([]);

    await user.tab('Apps').click();
    await user.tab('mail').click();
    await page.keyboard.press('k');
    await user.reads(user.panel('Apps'), 'The agent knows');
    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'Passed');
    await expectPartAccessible(bench, '[role=tabpanel]');

    for (const tab of [
      'Transcript',
      'Queue',
      'Breakpoints',
      'Probes',
      'Notes',
      'Problems',
      'Graph',
      'Code',
    ]) {
      await user.tab(tab).click();
      await expectPartAccessible(bench, `[role=tabpanel][aria-label=${tab}]`);
    }
    await user.tab('Probes').click();
    await user.button('Add example').click();
    await user.reads(page.getByRole('list', { name: 'Probes' }), /change/);
    await expectPartAccessible(bench, '[role=tabpanel]');

    await user.playhead.focus();
    for (const keys of ['Control+K', '?', 'Control+,', 'Control+N', 'Control+G', 'c']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await expectPartAccessible(bench, '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await user.button('Run options').click();
    await expectPartAccessible(bench, '[role=group][aria-label="Run options"]');
  });

  it('has none either where runs are branched, compared and found, where one broke, and where a person plays the user', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');
    await user.scrubTo(14);
    await user.fillInBranch('content', 'Never.');
    await expectPartAccessible(bench, 'form');
    await user.button('Run branch').click();
    await user.reads(user.status, 'Failed');

    await page.keyboard.press('Control+d');
    await user.reads(page.getByRole('region', { name: 'Comparison' }), 'First divergence');
    await expectPartAccessible(bench, '.compare-module__comparison');
    for (const tab of ['Verdicts', 'Apps', 'State differences']) {
      await user.tab(tab).click();
      await expectPartAccessible(bench, `[role=tabpanel][aria-label="${tab}"]`);
    }
    await page.keyboard.press('Control+7');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('combobox', { name: 'Group runs' }).click();
    await page.getByRole('option', { name: 'By task or scenario' }).click();
    await expectPartAccessible(bench, '.library-module__library');

    await user.open('broken.ts');
    await user.run('Failed');
    await user.tab('Verdict').click();
    await expectPartAccessible(bench, '#centre-panel');
    await user.open('invoice-by-noon.ts');
    await user.button('Play the user').click();
    await page.getByRole('region', { name: 'You are the user' }).waitFor();
    await expectPartAccessible(bench, '.workbench-module__workbench');
    await user.button('Stop run').click();
    await user.button('Run').waitFor();
  });

  it('is read without moving it sideways when it is twice as large, and moves nothing where that is asked for', async () => {
    const { app, page } = bench;
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    await user.tab('Apps').click();

    await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window!.setContentSize(1440, 900);
      window!.webContents.setZoomFactor(2);
    });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(720);
    await expect
      .poll(() =>
        page.evaluate(() =>
          Array.from(document.querySelectorAll('.workbench-module__workbench *'))
            .filter((part) => part.closest('.monaco-editor') === null)
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
            .map(({ className }) => className),
        ),
      )
      .toEqual([]);
    // The status bar leaves out whole what has no room, and lists it in a menu.
    await user.reads(user.status, /Entry.*#82 of 83/s);
    expect(await user.status.innerText()).not.toContain('Log hash');
    await user.button('More about the run').click();
    await page.getByRole('menuitem', { name: /^Log hash: [0-9a-f]{64}$/ }).click();
    await page.getByText('Log hash copied').waitFor();

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await user.button('Run').dispatchEvent('click');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});
