import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { openBareWorkbench, openUntrusted, openWorkbench, type Workbench } from './open-workbench.ts';

type Theme = 'light' | 'dark';

const wear = (bench: Workbench, theme: Theme): Promise<void> =>
  bench.app.evaluate(({ nativeTheme }, wanted) => {
    nativeTheme.themeSource = wanted;
  }, theme);

/** What keeps people from using the page as it stands, in words. */
async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
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
    await hand.tab('Verdict').click();
    await hand.reads(hand.panel('Verdict'), 'Passed');
    expect(await barriers(page)).toEqual([]);

    await hand.playhead.focus();
    for (const keys of ['Control+K', '?', 'Control+,', 'Control+N']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
