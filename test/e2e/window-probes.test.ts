import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { openUntrusted, openWorkbench } from './open-workbench.ts';
import { STOVE } from './lossy-trace.ts';

const UNREAD = 'apps.mail.folders.INBOX.emails.filter((m) => !m.is_read).length';

describe('probes', () => {
  it('watch an expression over the whole run, lead through its changes and are there again the next time', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.open('phishing-or-not.ts');
    await hand.run('Passed');

    await hand.playhead.focus();
    await page.keyboard.press('p');
    const field = page.getByRole('combobox', { name: 'Expression' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await hand.reads(hand.panel('Probes'), 'apps.mail.folders.INBOX.emails.length');
    await page.keyboard.type('apps.mail.');
    await page.keyboard.press('Enter');
    await hand.reads(hand.panel('Probes'), 'unexpected end of input');
    await field.fill(UNREAD);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unread');
    await page.keyboard.press('Enter');

    const probes = page.getByRole('list', { name: 'Probes' });
    await hand.reads(probes, /Unread[^]*3 changes\s*4/);
    await hand.button('Previous change of Unread').click();
    await hand.isAt(19);
    await hand.playhead.focus();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await hand.isAt(12);
    await hand.reads(probes, /3 changes\s*3/);
    await page.getByRole('listbox', { name: 'Changes of Unread' }).getByText('#7').click();
    await hand.isAt(7);

    await hand.tab('Apps').click();
    await hand.tab('mail').click();
    await page.getByText('Raw', { exact: true }).click();
    // An email has just arrived, so the tree is open there.
    await hand.button('Probe folders › INBOX › folder_name').click({ force: true });
    await hand.reads(probes, /apps\.mail\.folders\.INBOX\.folder_name[^]*INBOX/);

    await using again = await workbench.again();
    const next = new Hand(again);
    await next.reads(again.page.getByRole('list', { name: 'Probes' }), /Unread[^]*3 changes\s*2/);
    expect(again.faults).toEqual([]);
  });

  it('pause a run where they change or become true, and are found in its recording both ways', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    const banner = page.getByRole('status').filter({ hasText: /^(?:Paused|Would pause) after/ });
    await hand.open('phishing-or-not.ts');
    await hand.tab('Probes').click();
    await page.getByRole('combobox', { name: 'Expression' }).fill(UNREAD);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unread');
    await page.keyboard.press('Enter');
    await hand.reads(page.getByRole('list', { name: 'Probes' }), 'Unread');
    await page.getByRole('list', { name: 'Probes' }).getByRole('button').first().focus();
    await page.keyboard.press('Shift+F9');
    await expect
      .poll(() => hand.button('Pause when Unread changes').getAttribute('aria-pressed'))
      .toBe('true');

    await hand.run('Paused');
    await hand.reads(banner, /Paused after\s*#7[^]*changes:\s*2/);
    await hand.button('Continue').click();
    await hand.reads(banner, /Paused after\s*#12[^]*changes:\s*3/);
    await hand.button('Disable').click();
    await hand.button('Continue').click();
    await hand.reads(hand.status, 'Passed');

    await hand.tab(/^Breakpoints/).click();
    await hand.choose('Pause on', 'Probe');
    await page.getByRole('combobox', { name: 'expression' }).fill(`${UNREAD} > 3`);
    await hand.choose('When the probe', 'becomes true');
    await hand.button('Add breakpoint').press('Enter');
    await hand.reads(hand.panel('Breakpoints'), '> 3 becomes true');
    await hand.playhead.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+F9');
    await hand.isAt(19);
    await hand.reads(banner, /Would pause after\s*#19[^]*becomes true:\s*true/);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+F9');
    await hand.isAt(19);
    expect(workbench.faults).toEqual([]);
  });

  it('that need more memory than they may leave the window and its runs alone', async () => {
    await using workbench = await openWorkbench();
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.open('phishing-or-not.ts');
    await hand.run('Passed');
    await hand.tab('Probes').click();
    const add = async (expression: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
      await page.keyboard.press('Enter');
    };

    await add('"x".repeat(5e8).split("").length');
    await hand.reads(hand.panel('Probes'), 'needs more than 512 MB of memory');
    await add('Array(1e8).fill(0).length');
    await hand.reads(
      hand.panel('Probes'),
      /fill\(0\)\.length(?: needs more than 512 MB|: no answer within \d+ seconds)/,
    );
    await add(UNREAD);
    await hand.reads(page.getByRole('list', { name: 'Probes' }), /3 changes\s*4/);
    await hand.run('Passed');
    expect(workbench.faults).toEqual([]);
  });

  it('look where no code is trusted only at places', async () => {
    await using workbench = await openUntrusted({
      'traces/stove.trace.json': STOVE,
    });
    const { page } = workbench;
    const hand = new Hand(workbench);
    await hand.list('Traces').getByRole('button').first().click();
    await hand.reads(hand.status, 'Recorded');
    await hand.tab('Probes').click();
    const add = async (expression: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
      await page.keyboard.press('Enter');
    };

    await add('Object.keys(apps).length');
    await add('apps');

    const probes = page.getByRole('list', { name: 'Probes' });
    await hand.reads(probes, 'Trust the folder');
    await hand.reads(probes, /\{"[^]*"/);
    expect(workbench.faults).toEqual([]);
  });
});
