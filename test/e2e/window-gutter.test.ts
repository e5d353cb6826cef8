import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openWorkbench } from './open-workbench.ts';

describe('the lines of a scenario', () => {
  it('show what came of them in a run, and lead to its entries and back', async () => {
    await using bench = await openWorkbench();
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
