import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { oneWorkbench } from './one-workbench.ts';

const bench = oneWorkbench();

describe('the verdict', () => {
  it('says why the judge rejects a run, and leads to the call by mouse and by keyboard', async () => {
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.choose('Agent', 'hasty.json');
    await hand.run('Failed');

    await hand.tab(/^Verdict/).click();
    const verdict = hand.panel('Verdict');
    await hand.reads(verdict, 'Failed: Milestone "accounts has the invoice" was not reached in time.');
    await hand.reads(verdict, 'Judge: failed (does not count)');
    const judge = verdict.getByRole('region', { name: 'Judge' });
    const forward = judge.getByRole('listitem').filter({ hasText: 'forward_email' }).first();
    await hand.reads(forward, 'Wrong email_id');
    const row = forward.getByRole('button', { name: /forward_email/ });
    await row.click();
    await hand.reads(forward, 'eq_checker');
    await hand.isAt(7);

    await hand.scrubTo(1);
    await row.press('Enter');
    await hand.isAt(7);

    await hand.button('Maximize panel').click();
    await expect.poll(() => hand.playhead.isVisible()).toBe(false);
    await hand.reads(hand.panel('Log'), 'forward_email');
    await hand.button('Restore panel').click();
    await hand.isAt(7);
    expect(bench.faults).toEqual([]);
  });

  it('is asked for again from the run, and for many runs under another configuration from the library', async () => {
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.button('Judge again').click();
    await hand.reads(hand.panel('Verdict').getByRole('region', { name: 'Judge' }), 'events matched');

    await page.keyboard.press('Control+7');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await hand.button('Judge again…').click();
    await page
      .getByRole('textbox', { name: 'Judge configuration' })
      .fill('{"pre_event_tolerance_seconds": "long"}');
    // Not before the judge has come back to the run.
    await hand.button('Judge 1 run').click();
    await hand.reads(page.getByRole('alert').or(page.getByRole('status')).first(), 'Judge configuration');

    await page.getByRole('textbox', { name: 'Judge configuration' }).fill('');
    await page.keyboard.press('Enter');
    await hand.reads(page.getByRole('form', { name: 'Judge again' }), '1 failed. No verdict changed.');
    expect(bench.faults).toEqual([]);
  });
});
