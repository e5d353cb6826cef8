import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withEvents } from './broken-scenarios.ts';
import { Hand } from './hand.ts';
import { openBareWorkbench, openUntrusted, openWorkbench, type Workbench } from './open-workbench.ts';

type Theme = 'light' | 'dark';

async function wear({ app, page }: Workbench, theme: Theme): Promise<void> {
  await app.evaluate(({ nativeTheme }, wanted) => {
    nativeTheme.themeSource = wanted;
  }, theme);
  await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
}

/** What keeps people from using the page, or the part of it that `within` selects, in words. */
async function barriers(page: Page, within = 'html'): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (part) => (globalThis as unknown as { axe: typeof axe }).axe.run(part, { resultTypes: ['violations'] }),
    within,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe.each(['light', 'dark'] as const)('in the %s theme the window has no serious barrier', (theme) => {
  it('when nothing is there yet, or nothing may run', async () => {
    await using empty = await openBareWorkbench();
    await wear(empty, theme);
    await new Hand(empty).reads(empty.page.getByRole('main'), 'Where to begin');
    expect(await barriers(empty.page)).toEqual([]);

    await using restricted = await openUntrusted({ 'scenarios/own.ts': 'export default 1;\n' });
    await wear(restricted, theme);
    await restricted.page.getByRole('complementary', { name: 'Restricted' }).waitFor();
    expect(await barriers(restricted.page)).toEqual([]);
  });

  it('with a run on show, in every panel and dialog', async () => {
    await using bench = await openWorkbench();
    const { page } = bench;
    const hand = new Hand(bench);
    await wear(bench, theme);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');
    expect(await barriers(page)).toEqual([]);

    await hand.tab('Apps').click();
    await hand.tab('mail').click();
    await page.keyboard.press('k');
    await hand.reads(hand.panel('Apps'), 'The agent knows');
    await hand.tab('Verdict').click();
    await hand.reads(hand.panel('Verdict'), 'Passed');
    expect(await barriers(page)).toEqual([]);

    for (const tab of ['Agent', 'Queue', 'Breakpoints', 'Probes', 'Notes', 'Problems', 'Graph', 'Code']) {
      await hand.tab(tab).click();
      expect(await barriers(page, `[role=tabpanel][aria-label=${tab}]`), tab).toEqual([]);
    }
    await hand.tab('Probes').click();
    await hand.button('Add').click();
    await hand.reads(page.getByRole('list', { name: 'Probes' }), /change/);
    expect(await barriers(page)).toEqual([]);

    await hand.playhead.focus();
    for (const keys of ['Control+K', '?', 'Control+,', 'Control+N', 'Control+G', 'c']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      expect(await barriers(page, 'dialog'), keys).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await hand.button('Run options').click();
    expect(await barriers(page, '#run-options')).toEqual([]);
  });
});

describe('the window', () => {
  it('has no serious barrier where runs are branched, compared and found, where one broke, and where a person plays the user', async () => {
    await using bench = await openWorkbench({
      'scenarios/broken.ts': withEvents("condition('never', () => {", '  while (true);', '});'),
    });
    const { page } = bench;
    const hand = new Hand(bench);
    const expectNone = async (within: string): Promise<void> => {
      for (const theme of ['light', 'dark'] as const) {
        await wear(bench, theme);
        expect(await barriers(page, within), `${theme}: ${within}`).toEqual([]);
      }
    };
    await hand.open('phishing-or-not.ts');
    await hand.run('Passed');
    await hand.scrubTo(14);
    await hand.fillInBranch('content', 'Never.');
    await expectNone('form');
    await hand.button('Run the branch').click();
    await hand.reads(hand.status, 'Failed');

    await page.keyboard.press('Control+d');
    await hand.reads(page.getByRole('region', { name: 'Comparison' }), 'First divergence');
    await expectNone('.comparison');
    for (const tab of ['Verdicts', 'Apps’ states']) {
      await hand.tab(tab).click();
      await expectNone(`[role=tabpanel][aria-label="${tab}"]`);
    }
    await page.keyboard.press('Control+7');
    await page.getByRole('checkbox', { name: 'Pick all' }).check();
    await page.getByText('By scenario').click();
    await expectNone('.library');

    await hand.open('broken.ts');
    await hand.run('Failed');
    await hand.tab('Verdict').click();
    await expectNone('#dock-panel');
    await hand.open('invoice-by-noon.ts');
    await hand.button('Play the user').click();
    await page.getByRole('region', { name: 'You are the user' }).waitFor();
    await expectNone('.workbench');
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
          Array.from(document.querySelectorAll('.workbench *'))
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
