import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';

const bench = oneWorkbench();

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
    await user.reads(forward, 'Wrong email_id');
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
