import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';

const bench = oneWorkbench();

describe('commands', () => {
  it('are found by a few letters and given, by keys alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.list('Scenarios').waitFor();
    const palette = page.getByRole('dialog');
    const field = palette.getByRole('combobox');

    await page.keyboard.press('Control+P');
    await field.pressSequentially('invonoon');
    await page.keyboard.press('Enter');
    await user.reads(page.locator('.monaco-editor'), "name: 'invoice-by-noon'");
    await page.locator('.monaco-editor textarea, .monaco-editor [role=textbox]').first().focus();
    await page.keyboard.press('Control+K');
    await field.pressSequentially('run pause');
    await page.keyboard.press('Enter');
    await user.reads(user.status, 'Passed');

    await page.keyboard.press('Control+P');
    await field.pressSequentially('forward_email');
    await page.keyboard.press('Enter');
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'mail.forward_email');
    await page.keyboard.press('Control+K');
    await field.pressSequentially('zzzz');
    await user.reads(palette, 'No results');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    expect(bench.errors).toEqual([]);
  });

  it('of the editor stand beside those of the window, in one palette, and its context menu can be read', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('double-booking.ts');
    await user.reads(page.locator('.monaco-editor'), 'double-booking');
    await page.locator('.monaco-editor textarea, .monaco-editor [role=textbox]').first().focus();

    await page.keyboard.press('F1');
    await page.getByRole('dialog').getByRole('combobox').pressSequentially('go to line');
    await user.reads(page.getByRole('dialog').getByRole('option').first(), 'Editor');
    expect(await page.locator('.quick-input-widget:visible').count()).toBe(0);
    await page.keyboard.press('Escape');

    await page.locator('.monaco-editor .view-line').first().click({ button: 'right' });
    const menu = page.locator('.monaco-menu-container, .monaco-menu').first();
    await menu.waitFor();
    const alpha = await menu.evaluate((element) => {
      const transparent = 'rgba(0, 0, 0, 0)';
      const all = [element, ...element.querySelectorAll('*')];
      return all.map((one) => getComputedStyle(one).backgroundColor).find((colour) => colour !== transparent);
    });
    expect(alpha).toMatch(/^rgb\(/);
    expect(bench.errors).toEqual([]);
  });

  it('stand with their keys in the hint of a button, under the pointer and with the focus', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const hint = page.locator('[class*=tooltip-module__tooltip]');
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');

    const elsewhere = page.getByRole('contentinfo', { name: 'Status' });

    await user.button('Show whole run').hover();
    await user.reads(hint, 'Show whole run\nF');
    await elsewhere.hover();
    await expect.poll(() => hint.count()).toBe(0);

    await user.button('Next entry').hover({ force: true });
    expect(await user.button('Next entry').isDisabled()).toBe(true);
    await user.reads(hint, 'Next entry');
    await elsewhere.hover();
    await expect.poll(() => hint.count()).toBe(0);

    await user.button('Before the first entry').focus();
    await page.keyboard.press('Tab');
    await user.reads(hint, 'Previous entry');
    await page.keyboard.press('Escape');
    await expect.poll(() => hint.count()).toBe(0);
    expect(bench.errors).toEqual([]);
  });

  it('stand in the menus, and are given from there', async () => {
    const user = new WindowUser(bench);
    await user.open('double-booking.ts');

    const clicked = (): Promise<boolean> =>
      bench.app.evaluate(({ Menu }) => {
        const run = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Run');
        const item = run?.submenu?.items.find(({ label }) => label === 'Run, pause or resume');
        item?.click();
        return item?.accelerator === 'F5';
      });

    const before = await user.shownRun();
    expect(await clicked()).toBe(true);
    await expect.poll(() => user.shownRun()).not.toBe(before);
    await user.reads(user.status, 'Passed');
  });
});

describe('a window that is opened again', () => {
  it('has the keys, settings, notes and probes of the person, and shows what it showed, with what was not saved', async () => {
    const user = new WindowUser(bench);
    await user.open('double-booking.ts');

    await bench.page.getByRole('list', { name: 'Scenarios' }).getByRole('button').first().focus();
    await bench.page.keyboard.press('?');
    await user.button('Run, pause or resume: F5').click();
    await bench.page.keyboard.press('F10');
    await user.button('Run, pause or resume: F10, conflict').waitFor();
    await user.button(/^Run, pause or resume: /).click();
    await bench.page.keyboard.press('F8');
    await user.button('Run, pause or resume: F8').waitFor();
    await bench.page.keyboard.press('Escape');

    await bench.page.keyboard.press('Control+,');
    await bench.page.getByRole('dialog').getByText('Dark', { exact: true }).click();
    await user.choose('Text size', '16 px');
    const size = (page: typeof bench.page): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).fontSize);
    await expect.poll(() => size(bench.page)).toBe('16px');
    await bench.page.keyboard.press('Escape');

    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    const hash = await user.logHash();
    await user.tab('Probes').click();
    await bench.page
      .getByRole('combobox', { name: 'Expression' })
      .fill('apps.mail.folders.INBOX.emails.length');
    await bench.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Letters');
    await bench.page.keyboard.press('Enter');
    await user.reads(bench.page.getByRole('list', { name: 'Probes' }), /Letters[^]*2 changes\s*3/);
    await user.tab('Apps').click();
    await user.tab('mail').click();
    await user.scrubTo(5);
    await bench.page.keyboard.press('m');
    await bench.page.getByRole('textbox', { name: 'Note', exact: true }).fill('All of it is quick.');
    await bench.page.keyboard.press('Control+Enter');
    await user.reads(user.panel('Notes'), 'All of it is quick.');
    await user.tab('Code').click();
    await user.write('// Unsaved changes yet.');
    await user.button('invoice-by-noon.ts, unsaved').waitFor();
    await user.tab('Verdict').click();
    await bench.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 30, y: 40, width: 1100, height: 700 });
    });

    await bench.again();
    const later = new WindowUser(bench);

    await expect.poll(() => size(bench.page)).toBe('16px');
    expect(await bench.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    await later.isAt(5);
    expect(await later.logHash()).toBe(hash);
    await later.reads(bench.page.locator('.monaco-editor'), '// Unsaved changes yet.');
    await later.button('invoice-by-noon.ts, unsaved').waitFor();
    await later.reads(later.panel('Verdict'), 'Passed');
    const [width, height] = await bench.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]!.getSize(),
    );
    expect([width, height]).toEqual([1100, 700]);

    await later.tab('Notes').click();
    await later.reads(bench.page.getByRole('list', { name: 'Notes' }), 'All of it is quick.');
    await later.tab('Probes').click();
    // The window is too narrow to show the number of changes.
    await expect
      .poll(() => bench.page.getByRole('list', { name: 'Probes' }).textContent())
      .toMatch(/Letters.*2 changes\s*1/);

    await later.open('double-booking.ts');
    const shown = await later.shownRun();
    await bench.page.keyboard.press('F8');
    await expect.poll(() => later.shownRun()).not.toBe(shown);
    await later.reads(later.status, 'Passed');
    expect(bench.errors).toEqual([]);
  });
});
