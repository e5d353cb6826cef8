import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { openReport } from './open-report.ts';
import { openWorkbench } from './open-workbench.ts';

const TRACE = 'studio_visit_two_turns.trace.json';

describe('what would have been otherwise', () => {
  it('is told from a branch in the middle of a run to a report that opens without a network', async () => {
    await using bench = await openWorkbench();
    const { page } = bench;
    const hand = new Hand(bench);
    const target = join(bench.folder, 'why.html');
    await hand.savesTo(target);

    await hand.open('phishing-or-not.ts');
    await hand.run('Passed');
    await hand.scrubTo(14);
    await hand.branch('content', 'Never.', 'Failed');
    await hand.reads(page.getByRole('list', { name: 'Breadcrumb' }), 'r2, branch of r1 at #14');
    await hand.tab('Verdict').click();
    await hand.reads(page.getByRole('group', { name: 'Branch point' }), 'is "Never."');

    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const parting = 'First divergence: #14 mail.reply_to_email by the agent: content is';
    await hand.reads(comparison, parting);
    const rows = comparison.getByRole('grid', { name: 'Aligned entries' });
    await expect.poll(() => rows.getByRole('row', { selected: true }).textContent()).toContain('#14');

    await hand.tab('State differences').click();
    await rows.focus();
    await page.keyboard.press('ArrowUp');
    await hand.reads(comparison.getByRole('tabpanel'), 'in the same state after #13 of A and #13 of B.');
    await page.keyboard.press('ArrowDown');
    await hand.reads(comparison.getByRole('tabpanel'), 'The apps differ after #14 of A and #14 of B.');
    await page.getByRole('radio', { name: 'By time' }).check({ force: true });
    await hand.reads(comparison.getByRole('tabpanel'), /after #\d+ of A and #\d+ of B\./);

    await hand.button('Save a report of the comparison').click();
    await hand.reads(page.getByRole('status', { name: 'Notices' }), `Report saved to ${target}`);
    expect(bench.faults).toEqual([]);

    await using report = await openReport(target);
    const reader = new Hand(report);
    await reader.reads(report.page.getByRole('main'), parting);
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'Never.');
    await reader.playhead.first().focus();
    await report.page.keyboard.press('ArrowLeft');
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'the same');
    expect(report.faults).toEqual([]);
    expect(await report.asked()).toEqual([]);
  });

  it('is told of a recorded trace too, and of another agent', async () => {
    await using bench = await openWorkbench({
      'agents/brief.json':
        '{"agent": [{"at": 40, "app": "AgentUserInterface", "tool": "send_message_to_user", "args": {"content": "Done."}}]}',
    });
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.button(`Import ${TRACE}`).click();
    await hand.reads(hand.status, 'Recorded');
    await hand.scrubTo(4);

    await hand.fillInBranch('title', 'A visit');
    await hand.button('Run branch').click();
    await hand.reads(page.getByRole('list', { name: 'Breadcrumb' }), 'r2, branch of r1 at #4');
    await hand.reads(hand.status, 'Not judged');
    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await hand.reads(comparison, 'First divergence: #4 Calendar.add_calendar_event by the agent: title is');
    await page.keyboard.press('Escape');

    await hand.tab('Verdict').click();
    await hand.button('Verify').click();
    await hand.reads(
      page.getByRole('group', { name: 'Verification' }),
      'Reran 5 entries after 4 recorded ones: same log hash',
    );

    await hand.scrubTo(4);
    await hand.button('Branch from here').click();
    await hand.choose('What to change', 'Script plays from here');
    await hand.choose('Script', 'agents/brief.json');
    await hand.button('Run branch').click();
    await hand.reads(page.getByRole('list', { name: 'Breadcrumb' }), 'r3, branch of r2 at #4');
    await hand.tab('Log').click();
    await hand.reads(hand.panel('Log'), 'Done.');
    expect(bench.faults).toEqual([]);
  });
});
