import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openWorkbench } from './open-workbench.ts';

describe('notes', () => {
  it('are written on an entry and on a range by keys, found again, and brought back when deleted', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    await user.scrubTo(2);

    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('The invoice comes late.');
    await page.getByRole('textbox', { name: 'Tags' }).fill('mail, late');
    await page.keyboard.press('Enter');
    const notes = page.getByRole('list', { name: 'Notes' });
    await user.reads(notes, /#2\s+The invoice comes late\.\s+mail\s+late/);
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'The invoice comes late.');

    await user.playhead.focus();
    await page.keyboard.press('Shift+M');
    await page.getByRole('spinbutton', { name: 'Last entry' }).fill('4');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('All of it is quick.');
    await page.keyboard.press('Control+Enter');
    await user.reads(notes, '#2 to #4');

    await page.getByRole('searchbox', { name: 'Find in notes' }).fill('late');
    await expect.poll(() => notes.getByRole('listitem').count()).toBe(1);
    await user.button('Delete note on #2').first().click({ force: true });
    await user.reads(user.panel('Notes'), 'No matching notes.');
    await user.button('Undo').click();
    await user.reads(notes, 'The invoice comes late.');

    await using again = await workbench.again();
    const next = new WindowUser(again);
    await next.tab('Notes').click();
    await next.reads(again.page.getByRole('list', { name: 'Notes' }), 'All of it is quick.');
    expect(again.errors).toEqual([]);
  });
});
