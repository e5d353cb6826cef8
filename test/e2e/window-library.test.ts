import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openWorkbench } from './open-workbench.ts';

describe('the library of runs', () => {
  it('groups, pins a baseline, finds what fell behind it, tags, compares and deletes', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');
    await user.scrubTo(14);
    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Answers at once');
    await page.keyboard.press('Control+Enter');
    await user.branch('content', 'Never.', 'Failed');
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');

    await page.keyboard.press('Control+7');
    const library = page.getByRole('region', { name: 'Runs', exact: true });
    const rows = library.getByRole('row').filter({ has: page.getByRole('gridcell') });
    const ids = async () => (await rows.locator('.library-module__id').allInnerTexts()).join(' ');
    await expect.poll(ids).toBe('r3 r2 r1');

    const choose = async (grouping: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Group runs' }).click();
      await page.getByRole('option', { name: grouping }).click();
    };
    await user.button('Pin r1 as the baseline of its scenario').click({ force: true });
    await choose('By task or scenario');
    await user.reads(
      library,
      /phishing-or-not\s+2 runs\s+50% of 2 runs passed\s+95% CI 9–91%\s+1 regression/,
    );
    await choose('Branches');
    await expect.poll(ids).toBe('r3 r1 r2');
    await library.getByRole('img', { name: 'Branch of r1' }).waitFor();

    const query = page.getByRole('combobox', { name: 'Find runs' });
    await query.fill('note:"answers at"');
    await expect.poll(ids).toBe('r1');
    await query.fill('ver');
    await query.press('ArrowDown');
    await query.press('Enter');
    await query.pressSequentially('fa');
    await query.press('ArrowDown');
    await query.press('Enter');
    await expect.poll(() => query.inputValue()).toBe('verdict:failed ');
    await expect.poll(ids).toBe('r2');
    await query.fill('verdict:odd');
    await user.reads(
      page.locator('.query-field-module__mistake'),
      'verdict is passed, failed or not-judged, not "odd".',
    );
    await query.fill('tag:search');
    await expect.poll(ids).toBe('r3');
    await rows.getByTitle('Scenario tag').filter({ hasText: 'time' }).waitFor();
    await query.fill('tag:security');
    await expect.poll(ids).toBe('r1 r2');

    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('textbox', { name: 'Tags' }).fill('paper');
    await user.button('Tag').click();
    await query.fill('tag:paper -is:baseline');
    await expect.poll(ids).toBe('r2');

    await query.fill('');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await user.button('Compare').click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const hasFocus = (): Promise<boolean> =>
      comparison.evaluate((panel) => panel.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    const table = comparison.getByRole('table', { name: 'Runs compared with baseline' });
    await user.reads(table, /Baseline[^]*r2[^]*r3/);
    await user.reads(table.getByRole('row', { name: /^First divergence/ }), '#14');
    await table.getByRole('button', { name: 'Compare with r1' }).first().press('Enter');
    await user.reads(comparison, 'First divergence: #14');
    await comparison.getByRole('tab', { name: 'Apps', exact: true }).click();
    await comparison.getByRole('tab', { name: /^mail/ }).click();
    await user.reads(comparison.getByRole('region', { name: 'mail in B' }), 'Never.');
    expect(await comparison.getByRole('region', { name: 'mail in A' }).innerText()).not.toContain('Never.');
    await page.keyboard.press('Escape');
    await table.waitFor();
    await user.button('Close the comparison').click();
    await expect.poll(() => comparison.count()).toBe(0);

    await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
    await page.getByRole('checkbox', { name: 'Select r1' }).check();
    await page.getByRole('checkbox', { name: 'Select r2' }).check();
    await user.button('Compare').click();
    await user.reads(comparison, 'First divergence: #14');
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Escape');
    await user.button('Delete…').click();
    await user.button('Delete').click();
    await expect.poll(ids).toBe('r3');
    await library.getByRole('button', { name: 'invoice-by-noon' }).click();
    await user.reads(user.status, 'Passed');
    expect(await library.count()).toBe(0);
    await user.tab(/^Verdict/).click();
    await page
      .getByRole('list', { name: 'Tags of the scenario' })
      .getByRole('button', { name: 'time' })
      .click();
    await expect.poll(() => query.inputValue()).toBe('tag=time');
    await expect.poll(ids).toBe('r3');
    expect(workbench.errors).toEqual([]);
  });
});
