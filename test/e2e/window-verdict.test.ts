import { describe, expect, it } from 'vitest';
import { withEvents } from './broken-scenarios.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';

const bench = oneWorkbench({
  'scenarios/in-vain.ts': withEvents(
    "user.send_message_to_agent({ content: 'Hello.' });",
    'validation({ milestones: { answered: () => false } }).every(2).timeout(9);',
  ).replace('{ condition }', '{ validation }'),
});

describe('the verdict', () => {
  it('says why the judge rejects a run, and leads to the call by mouse and by keyboard', async () => {
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.choose('Agent', 'hasty.json');
    await user.run('Failed');

    await user.tab(/^Verdict/).click();
    const verdict = user.panel('Verdict');
    await user.reads(verdict, 'Failed: Milestone "accounts has the invoice" was not reached in time.');
    await user.reads(verdict, 'Judge: failed (does not count)');
    const judge = verdict.getByRole('region', { name: 'Judge' });
    const forward = judge.getByRole('listitem').filter({ hasText: 'forward_email' }).first();
    await user.reads(forward, 'Made with other arguments: email_id');
    const row = forward.getByRole('button', { name: /forward_email/ });
    await row.click();
    await user.reads(forward, 'eq_checker');
    await user.isAt(7);

    await user.scrubTo(1);
    await row.press('Enter');
    await user.isAt(7);

    await user.button('Maximize panel').click();
    await expect.poll(() => user.playhead.isVisible()).toBe(false);
    await user.reads(user.panel('Log'), 'forward_email');
    await user.button('Restore panel').click();
    await user.isAt(7);
    expect(bench.errors).toEqual([]);
  });

  it('is asked for again from the run, and for many runs under another configuration from the library', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.button('Judge again').click();
    await user.reads(user.panel('Verdict').getByRole('region', { name: 'Judge' }), 'events matched');

    await page.keyboard.press('Control+7');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await user.button('Judge again…').click();
    await page
      .getByRole('textbox', { name: 'Judge configuration' })
      .fill('{"pre_event_tolerance_seconds": "long"}');
    // Not before the judge has come back to the run.
    await user.button('Judge 1 run').click();
    await user.reads(page.getByRole('alert').or(page.getByRole('status')).first(), 'Judge configuration');

    await page.getByRole('textbox', { name: 'Judge configuration' }).fill('');
    await page.keyboard.press('Enter');
    await user.reads(page.getByRole('form', { name: 'Judge again' }), '1 failed. No verdict changed.');
    expect(bench.errors).toEqual([]);
  });
});

describe('a scenario in the window', () => {
  it('with variants is run in the one that is chosen beside the seed, and again in the same', async () => {
    const user = new WindowUser(bench);
    const choice = bench.page.getByRole('combobox', { name: 'Variant', exact: true });

    await user.open('table-for-some.ts');
    await user.choose('Agent', 'Oracle');
    await user.choose('Variant', 'guests=6,reply=late');
    const run = await user.run('Passed');
    await user.reads(user.list('Runs'), 'guests=6,reply=late');
    await user.button('Restart').click();
    const next = `r${Number(run.slice(1)) + 1}`;
    await user.reads(user.list('Runs'), new RegExp(`${next}\\s+variant guests=6,reply=late`));

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

  it('lists in the queue nothing that comes next or never where a failed run has ended', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('in-vain.ts');
    await user.run('Failed');
    await user.tab('Queue').click();
    const queue = user.panel('Queue');
    await user.reads(queue, 'Every event has fired');
    // A timed-out check has had its say.
    expect(await queue.innerText()).not.toMatch(/Next|next check|never/);
    await user.scrubTo(1);
    await user.reads(queue, /Next\s+1/);
    await page.keyboard.press('End');
    await user.reads(queue, 'Every event has fired');
    expect(bench.errors).toEqual([]);
  });

  it('shows of an app of its own nothing as known before the agent has looked', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('hot-greenhouse.ts');
    await user.run('Passed');
    await user.tab('Apps').click();
    await user.tab('greenhouse').click();
    const app = user.panel('greenhouse');
    await user.scrubTo(0);
    await user.reads(app, 'celsius');
    await page.keyboard.press('k');
    await user.reads(app, 'The agent has not looked at this app yet.');
    expect(await app.innerText()).not.toContain('celsius');
    await page.keyboard.press('k');
    await user.reads(app, 'celsius');
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
