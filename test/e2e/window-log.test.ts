import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { withRunOf } from './one-workbench.ts';

describe('the log', () => {
  const bench = withRunOf('invoice-by-noon.ts');

  it('shows what is looked for, walks from hit to hit and says where a filter is wrong', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const grid = page.getByRole('grid', { name: 'Log' });
    const field = page.getByRole('combobox', { name: 'Find in log' });
    const count = page.getByRole('search', { name: 'Find in log' }).getByRole('status');
    const rows = (): Promise<string[]> => grid.locator('.log-module__row').allInnerTexts();

    await user.playhead.focus();
    await page.keyboard.press('/');
    await field.pressSequentially('invoice -kind:validation,condition');
    await expect.poll(() => count.innerText()).toMatch(/^\d+ match(es)?$|^\d+ of \d+$/);
    await expect.poll(async () => (await rows()).some((row) => row.includes('checks'))).toBe(false);
    const found = (await rows()).map((row) => Number(/#(\d+)/.exec(row)![1])).sort((one, two) => one - two);
    expect(found.length).toBeGreaterThan(1);

    await user.playhead.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('F3');
    await user.isAt(found[0]!);
    await page.keyboard.press('F3');
    await user.isAt(found[1]!);
    await page.keyboard.press('Shift+F3');
    await user.isAt(found[0]!);
    expect(await count.innerText()).toBe(`1 of ${found.length}`);

    await field.fill('status:fialed');
    await user.reads(page.getByRole('search', { name: 'Find in log' }), 'status is done, failed');
    await field.fill('nowhere to be found');
    await user.reads(user.panel('Log'), 'No matching entries');
    await user.button('Show all entries').click();
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(found.length);
    expect(bench.errors).toEqual([]);
  });

  it('completes keys, and values that the log has, by keys alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const field = page.getByRole('combobox', { name: 'Find in log' });

    await user.playhead.focus();
    await page.keyboard.press('/');
    await field.pressSequentially('ap');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('app:');
    await field.pressSequentially('mai');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await expect.poll(() => field.inputValue()).toBe('app:mail ');
    await expect
      .poll(() => page.getByRole('grid', { name: 'Log' }).locator('.log-module__row').allInnerTexts())
      .toSatisfy((rows: string[]) => rows.length > 0 && rows.every((row) => row.includes('mail.')));
    await field.fill('');
  });

  it('folds checks that wait, and opens them', async () => {
    const user = new WindowUser(bench);
    const grid = bench.page.getByRole('grid', { name: 'Log' });
    const fold = grid.getByRole('row', { name: /waiting checks/ }).first();
    const lines = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount'));
    const entries = await user.entries();
    expect(await lines()).toBeLessThan(entries);

    await user.scrubTo(0);
    await fold.click();
    const opened = await lines();
    await user.button('Fold waiting checks').click();

    expect(opened).toBeGreaterThan(1);
    await expect.poll(lines).toBe(entries);
  });

  it('offers on a right click and on Shift+F10 what can be done with an entry', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const grid = page.getByRole('grid', { name: 'Log' });
    const menu = page.getByRole('menu', { name: 'Entry' });
    await grid.locator('#log-row-1').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    await user.reads(page.locator('body'), 'Entry #1 copied');
    const copied = await bench.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(JSON.parse(copied)).toMatchObject({ index: 1 });

    await grid.focus();
    await page.keyboard.press('ArrowUp');
    await user.isAt(0);
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: /^Add note to entry/ }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });

    const plot = await user.playhead.boundingBox();
    await user.playhead.click({ button: 'right', position: { x: plot!.width - 4, y: plot!.height / 2 } });
    await menu.getByRole('menuitem', { name: /^Branch from here/ }).waitFor();
    await page.keyboard.press('Escape');
    await user.isAt((await user.entries()) - 1);
  });

  it('gives links to its entries, which lead back to them', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const grid = page.getByRole('grid', { name: 'Log' });
    await user.scrubTo(3);
    await grid.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy link' }).press('Enter');
    await expect
      .poll(() => bench.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe('orrery://r1#3');

    await user.playhead.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+p');
    await page.keyboard.press('Control+v');
    await page.getByRole('option', { name: 'Open r1 at #3' }).waitFor();
    await page.keyboard.press('Enter');
    await user.isAt(3);

    await page.keyboard.press('Control+p');
    await page.keyboard.type('orrery://r1#7');
    await page.getByRole('option', { name: 'Open r1 at #7' }).click();
    await user.isAt(7);
  });

  it('leaves its place to other panels, which are moved by mouse and by keyboard until the layout is reset', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const main = page.getByRole('tablist', { name: 'Main area' });
    const bottom = page.getByRole('tablist', { name: 'Bottom panel' });
    const isIn = (list: Locator, name: string): Promise<void> =>
      expect.poll(() => list.getByRole('tab', { name }).count()).toBe(1);

    await bottom.getByRole('tab', { name: 'Notes' }).click();
    await bottom.getByRole('tab', { name: 'Notes' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move Notes to main area' }).click();
    await isIn(main, 'Notes');

    await main.getByRole('tab', { name: 'Verdict' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move Verdict to bottom panel' }).press('Enter');
    await isIn(bottom, 'Verdict');
    await user.playhead.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('reset layout');
    await page.keyboard.press('Enter');
    await isIn(main, 'Verdict');
    await isIn(bottom, 'Notes');
    expect(bench.errors).toEqual([]);
  });
});
