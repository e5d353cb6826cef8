import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';

describe('a scenario in the window', () => {
  const bench = oneWorkbench();

  it('with variants is run in the one that is chosen beside the seed, and again in the same', async () => {
    const user = new WindowUser(bench);
    const choice = bench.page.getByRole('combobox', { name: 'Variant', exact: true });

    await user.open('table-for-some.ts');
    await user.choose('Variant', 'guests=6,reply=late');
    await user.button('Run').click();
    await user.reads(user.list('Runs'), 'guests=6,reply=late');
    await user.reads(user.status, 'Passed');
    await user.button('Restart').click();
    await user.reads(user.list('Runs'), /r2\s+variant guests=6,reply=late/);

    await user.open('invoice-by-noon.ts');
    await choice.waitFor({ state: 'detached' });
    expect(bench.errors).toEqual([]);
  });

  it('with an app of its own shows the app as a tree', async () => {
    const user = new WindowUser(bench);
    await user.open('hot-greenhouse.ts');
    await user.run('Passed');

    await user.tab('Apps').click();
    await user.tab('greenhouse').click();

    await user.reads(user.panel('greenhouse'), /celsius\s*26/);
    await user.scrubTo(-1);
    await user.reads(user.panel('greenhouse'), /celsius\s*24/);
    expect(bench.errors).toEqual([]);
  });

  it('shows at its lines what came of them in a run, which lead to its entries and back', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await user.scrubTo(0);
    await user.reads(inspector, 'scenarios/invoice-by-noon.ts:');

    await inspector.getByRole('button', { name: 'scenarios/invoice-by-noon.ts:' }).click();
    await user.reads(page.locator('.monaco-editor'), 'events({ user, mail }');
    const fired = page.locator('.monaco-editor .line-mark.line-fired');
    await expect.poll(() => fired.count()).toBeGreaterThan(0);
    await page.keyboard.press('End');
    await user.playhead.focus();
    await page.keyboard.press('End');
    await fired.first().click();

    await user.isAt(0);

    // The line of the entry at the playhead is marked, and kept in sight.
    await page.locator('.monaco-editor .line-current').waitFor();
    await user.playhead.focus();
    await page.keyboard.press('Home');
    await page.locator('.monaco-editor .line-current').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.monaco-editor .line-current').waitFor();
    await user.tab('Apps').click();
    await user.scrubTo(0);
    await user.tab('Code').click();
    await page.locator('.monaco-editor .line-current').waitFor();

    // Nor does it stand below the lines at the top that show where its code begins.
    await user.scrubTo(42);
    await expect
      .poll(async () => {
        const line = await page.locator('.monaco-editor .line-current').boundingBox();
        const heads = await page.locator('.monaco-editor .sticky-widget').first().boundingBox();
        return line!.y - heads!.y - heads!.height;
      })
      .toBeGreaterThanOrEqual(0);
    await user.playhead.focus();
    await page.keyboard.press('End');

    // F9 in the editor, and a click beside a line, set breakpoints there.
    const dot = page.locator('.monaco-editor .line-breakpoint');
    await inspector.getByRole('button', { name: 'scenarios/invoice-by-noon.ts:' }).click();
    await page.keyboard.press('F9');
    await dot.waitFor();
    await user.tab('Breakpoints').click();
    await user.reads(page.getByRole('tabpanel', { name: 'Breakpoints' }), 'Event 7-accounts-has-the-invoice');
    await dot.click();
    await dot.waitFor({ state: 'detached' });
    expect(bench.errors).toEqual([]);
  });
});
