import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openReport } from './open-report.ts';
import { oneWorkbench } from './one-workbench.ts';

const TRACE = 'studio_visit_two_turns.trace.json';

describe('what would have been otherwise', () => {
  const bench = oneWorkbench({
    'agents/brief.json':
      '{"agent": [{"at": 40, "app": "AgentUserInterface", "tool": "send_message_to_user", "args": {"content": "Done."}}]}',
  });

  it('is told from a branch in the middle of a run to a report that opens without a network', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const target = join(bench.folder, 'why.html');
    await user.savesTo(target);

    await user.open('phishing-or-not.ts');
    const parent = await user.run('Passed');
    await user.scrubTo(14);
    await user.branch('content', 'Never.', 'Failed');
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), `branch of ${parent} at #14`);
    await user.tab('Verdict').click();
    await user.reads(page.getByRole('group', { name: 'Branch point' }), 'is "Never."');

    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const parting = 'First divergence: #14 mail.reply_to_email by the agent: content is';
    await user.reads(comparison, parting);
    const rows = comparison.getByRole('grid', { name: 'Aligned entries' });
    await expect.poll(() => rows.getByRole('row', { selected: true }).textContent()).toContain('#14');

    await user.tab('State differences').click();
    await rows.focus();
    await page.keyboard.press('ArrowUp');
    await user.reads(comparison.getByRole('tabpanel'), 'in the same state after #13 of A and #13 of B.');
    await page.keyboard.press('ArrowDown');
    await user.reads(comparison.getByRole('tabpanel'), 'The apps differ after #14 of A and #14 of B.');
    await page.getByRole('radio', { name: 'By time' }).check({ force: true });
    await user.reads(comparison.getByRole('tabpanel'), /after #\d+ of A and #\d+ of B\./);

    await user.button('Save a report of the comparison').click();
    await user.reads(page.getByRole('status', { name: 'Notices' }), `Report saved to ${target}`);
    expect(bench.errors).toEqual([]);

    await using report = await openReport(target);
    const reader = new WindowUser(report);
    await reader.reads(report.page.getByRole('main'), parting);
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'Never.');
    await reader.playhead.first().focus();
    await report.page.keyboard.press('ArrowLeft');
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'the same');
    expect(report.errors).toEqual([]);
    expect(await report.asked()).toEqual([]);
  });

  it('is told of a recorded trace too, and of another agent', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.button(`Import ${TRACE}`).click();
    await user.reads(user.status, 'Recorded');
    const recorded = (await user.shownRun())!;
    await user.scrubTo(4);

    await user.fillInBranch('title', 'A visit');
    await user.button('Run branch').click();
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), `branch of ${recorded} at #4`);
    await user.reads(user.status, 'Not judged');
    const branch = (await user.shownRun())!;
    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await user.reads(comparison, 'First divergence: #4 Calendar.add_calendar_event by the agent: title is');
    await page.keyboard.press('Escape');

    await user.tab('Verdict').click();
    await user.button('Verify').click();
    await user.reads(
      page.getByRole('group', { name: 'Verification' }),
      'Reran 5 entries after 4 recorded ones: same log hash',
    );

    await user.scrubTo(4);
    await user.button('Branch from here').click();
    await user.choose('What to change', 'Script plays from here');
    await user.choose('Script', 'agents/brief.json');
    await user.button('Run branch').click();
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), `branch of ${branch} at #4`);
    await user.tab('Log').click();
    await user.reads(user.panel('Log'), 'Done.');
    expect(bench.errors).toEqual([]);
  });
});
