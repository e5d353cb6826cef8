import { describe, expect, it } from 'vitest';
import { barriers } from './accessibility-problems.ts';
import { withEvents } from './broken-scenarios.ts';
import { Hand } from './hand.ts';
import { openBareWorkbench, openUntrusted, openWorkbench, type Workbench } from './open-workbench.ts';
import { THEMES, wear } from './set-theme.ts';

/** Checks in both themes that the window, or the part of it that `within` selects, has no serious accessibility problem. */
async function expectNoBarrier(bench: Workbench, within?: string): Promise<void> {
  for (const theme of THEMES) {
    await wear(bench, theme);
    expect(await barriers(bench.page, within), `${theme}: ${within ?? 'all'}`).toEqual([]);
  }
}

describe('the window', () => {
  it('has no serious barrier when nothing is there yet, or nothing may run', async () => {
    await using empty = await openBareWorkbench();
    await new Hand(empty).reads(empty.page.getByRole('main'), 'Welcome to Orrery');
    await expectNoBarrier(empty);

    await using restricted = await openUntrusted({ 'scenarios/own.ts': 'export default 1;\n' });
    await restricted.page.getByRole('complementary', { name: 'Restricted' }).waitFor();
    await expectNoBarrier(restricted);
  });

  it('has none with a run on show, in every panel and dialog', async () => {
    await using bench = await openWorkbench();
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');
    await expectNoBarrier(bench);

    await hand.tab('Apps').click();
    await hand.tab('mail').click();
    await page.keyboard.press('k');
    await hand.reads(hand.panel('Apps'), 'The agent knows');
    await hand.tab('Verdict').click();
    await hand.reads(hand.panel('Verdict'), 'Passed');
    await expectNoBarrier(bench);

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
      await hand.tab(tab).click();
      await expectNoBarrier(bench, `[role=tabpanel][aria-label=${tab}]`);
    }
    await hand.tab('Probes').click();
    await hand.button('Add example').click();
    await hand.reads(page.getByRole('list', { name: 'Probes' }), /change/);
    await expectNoBarrier(bench);

    await hand.playhead.focus();
    for (const keys of ['Control+K', '?', 'Control+,', 'Control+N', 'Control+G', 'c']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await expectNoBarrier(bench, '[role=dialog]');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await hand.button('Run options').click();
    await expectNoBarrier(bench, '[role=group][aria-label="Run options"]');
  });

  it('has none where runs are branched, compared and found, where one broke, and where a person plays the user', async () => {
    await using bench = await openWorkbench({
      'scenarios/broken.ts': withEvents("condition('never', () => {", '  while (true);', '});'),
    });
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.open('phishing-or-not.ts');
    await hand.run('Passed');
    await hand.scrubTo(14);
    await hand.fillInBranch('content', 'Never.');
    await expectNoBarrier(bench, 'form');
    await hand.button('Run branch').click();
    await hand.reads(hand.status, 'Failed');

    await page.keyboard.press('Control+d');
    await hand.reads(page.getByRole('region', { name: 'Comparison' }), 'First divergence');
    await expectNoBarrier(bench, '.compare-module__comparison');
    for (const tab of ['Verdicts', 'Apps', 'State differences']) {
      await hand.tab(tab).click();
      await expectNoBarrier(bench, `[role=tabpanel][aria-label="${tab}"]`);
    }
    await page.keyboard.press('Control+7');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('By scenario').click();
    await expectNoBarrier(bench, '.library-module__library');

    await hand.open('broken.ts');
    await hand.run('Failed');
    await hand.tab('Verdict').click();
    await expectNoBarrier(bench, '#centre-panel');
    await hand.open('invoice-by-noon.ts');
    await hand.button('Play the user').click();
    await page.getByRole('region', { name: 'You are the user' }).waitFor();
    await expectNoBarrier(bench, '.workbench-module__workbench');
  });

  it('is read without moving it sideways when it is twice as large, and moves nothing where that is asked for', async () => {
    await using bench = await openWorkbench();
    const { app, page } = bench;
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');
    await hand.tab('Apps').click();

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

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await hand.button('Run').dispatchEvent('click');
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});
