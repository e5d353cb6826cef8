import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openUntrusted } from './open-workbench.ts';
import { LOSSY_TRACE } from './lossy-trace.ts';

const UNREAD = 'apps.mail.folders.INBOX.emails.filter((m) => !m.is_read).length';

describe('probes', () => {
  const workbench = oneWorkbench();

  it('watch an expression over the whole run, and lead through its changes', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');

    await user.playhead.focus();
    await page.keyboard.press('p');
    const field = page.getByRole('combobox', { name: 'Expression' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await user.reads(user.panel('Probes'), 'apps.mail.folders.INBOX.emails.length');
    await page.keyboard.type('apps.mail.');
    await page.keyboard.press('Enter');
    await user.reads(user.panel('Probes'), 'unexpected end of input');
    await field.fill(UNREAD);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unread');
    await page.keyboard.press('Enter');

    const probes = page.getByRole('list', { name: 'Probes' });
    await user.reads(probes, /Unread[^]*3 changes\s*4/);
    await user.button('Previous change of Unread').click();
    await user.isAt(19);
    await user.playhead.focus();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await user.isAt(12);
    await user.reads(probes, /3 changes\s*3/);
    await page.getByRole('listbox', { name: 'Changes of Unread' }).getByText('#7').click();
    await user.isAt(7);

    await user.tab('Apps').click();
    await user.tab('mail').click();
    await page.getByText('Raw', { exact: true }).click();
    // An email has just arrived, so the tree is open there.
    await user.button('Probe folders.INBOX.folder_name').click({ force: true });
    await user.reads(probes, /apps\.mail\.folders\.INBOX\.folder_name[^]*INBOX/);
    expect(workbench.errors).toEqual([]);
  });

  it('that need more memory than they may leave the window and its runs alone', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');
    await user.tab('Probes').click();
    const add = async (expression: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
      await page.keyboard.press('Enter');
    };

    await add('"x".repeat(5e8).split("").length');
    await user.reads(user.panel('Probes'), 'needs more than 512 MB of memory');
    await add(`1 + ${UNREAD}`);
    await user.reads(page.getByRole('list', { name: 'Probes' }), /3 changes\s*5/);
    await user.run('Passed');
    await user.button('Remove "x".repeat(5e8).split("").length').click({ force: true });
    expect(workbench.errors).toEqual([]);
  });

  it('pause a run where they change or become true, and are found in its recording both ways', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const banner = page.getByRole('status').filter({ hasText: /^(?:Paused|Would pause) after/ });
    await user.open('phishing-or-not.ts');
    await user.tab('Probes').click();
    await page.getByRole('combobox', { name: 'Expression' }).fill(UNREAD);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New mail');
    await page.keyboard.press('Enter');
    await user.reads(page.getByRole('list', { name: 'Probes' }), 'New mail');
    const row = page
      .getByRole('list', { name: 'Probes' })
      .getByRole('listitem')
      .filter({ hasText: 'New mail' });
    await row.getByRole('button').first().focus();
    await page.keyboard.press('Shift+F9');
    await expect
      .poll(() => user.button('Pause when New mail changes').getAttribute('aria-pressed'))
      .toBe('true');

    await user.run('Paused');
    await user.reads(banner, /Paused after\s*#7[^]*changes:\s*2/);
    await user.button('Continue').click();
    await user.reads(banner, /Paused after\s*#12[^]*changes:\s*3/);
    await user.button('Disable').click();
    await user.button('Continue').click();
    await user.reads(user.status, 'Passed');

    await user.tab(/^Breakpoints/).click();
    await user.choose('Pause on', 'Probe');
    await page.getByRole('combobox', { name: 'expression' }).fill(`${UNREAD} > 3`);
    await user.choose('When the probe', 'becomes true');
    await user.button('Add breakpoint').press('Enter');
    await user.reads(user.panel('Breakpoints'), '> 3 becomes true');
    await user.playhead.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+F9');
    await user.isAt(19);
    await user.reads(banner, /Would pause after\s*#19[^]*becomes true:\s*true/);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+F9');
    await user.isAt(19);
    expect(workbench.errors).toEqual([]);
  });

  it('look where no code is trusted only at places', async () => {
    await using workbench = await openUntrusted({
      'traces/stove.trace.json': LOSSY_TRACE,
    });
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.list('Traces').getByRole('button').first().click();
    await user.reads(user.status, 'Recorded');
    await user.tab('Probes').click();
    const add = async (expression: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
      await page.keyboard.press('Enter');
    };

    await add('Object.keys(apps).length');
    await add('apps');

    const probes = page.getByRole('list', { name: 'Probes' });
    await user.reads(probes, 'Trust the folder');
    await user.reads(probes, /\{"[^]*"/);
    expect(workbench.errors).toEqual([]);
  });
});
