import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { writeLongRuns } from './long-runs.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openReport } from './open-report.ts';
import { workersOf } from './sweep-processes.ts';

const TRACE = 'studio_visit_two_turns.trace.json';

describe('branching and comparing', () => {
  const workbench = oneWorkbench({
    'agents/brief.json':
      '{"agent": [{"at": 40, "app": "AgentUserInterface", "tool": "send_message_to_user", "args": {"content": "Done."}}]}',
    'agents/late.json': JSON.stringify({
      agent: [
        { at: 30, app: 'user', tool: 'send_message_to_user', args: { content: 'Too early.' } },
        { at: 1200, app: 'user', tool: 'send_message_to_user', args: { content: 'It is late.' } },
      ],
    }),
  });

  it('changes one argument in the middle of a run, lands where the branch parts from its parent, and saves that as a report', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    const target = join(workbench.folder, 'why.html');
    await user.savesTo(target);
    await user.open('phishing-or-not.ts');
    const parent = await user.run('Passed');
    await user.scrubTo(14);

    await page.keyboard.press('p');
    await page.keyboard.type('apps.mail.folders.SENT.emails.at(-1)?.content');
    await page.keyboard.press('Enter');
    await user.reads(page.getByRole('list', { name: 'Probes' }), 'content');

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
    await user.reads(comparison.getByRole('table', { name: 'Differences of the entry' }), '"Never."');
    await user.reads(comparison.getByRole('row', { selected: true }), 'content: Never.');
    await user.reads(
      comparison,
      'A passed. B failed: Milestone "both have our hours" was not reached in time.',
    );
    const sideA = comparison.getByRole('region', { name: 'The entry in A' });
    await user.reads(sideA, 'With defaults');
    // Resolved arguments do not count as a difference.
    expect(await sideA.textContent()).not.toContain('changed');
    await user.button('Copy first divergence').click();
    await expect
      .poll(() => workbench.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toContain('#14 mail.reply_to_email by the agent: content is');

    await user.tab('State differences').click();
    await user.reads(comparison.getByRole('tabpanel'), 'The apps differ after #14 of A and #14 of B.');
    await rows.focus();
    await page.keyboard.press('ArrowUp');
    await user.reads(comparison.getByRole('tabpanel'), 'in the same state after #13 of A and #13 of B.');
    await page.keyboard.press('ArrowDown');
    await user.reads(comparison.getByRole('tabpanel'), 'The apps differ after #14 of A and #14 of B.');
    await page.getByRole('radio', { name: 'By time' }).check({ force: true });
    await user.reads(comparison.getByRole('tabpanel'), /after #\d+ of A and #\d+ of B\./);
    await page.getByRole('radio', { name: 'By entry' }).check({ force: true });
    await user.button('Save a report of the comparison').click();
    await user.reads(page.getByRole('status', { name: 'Notices' }), `Report saved to ${target}`);
    await user.tab('Probes').click();
    const probe = comparison.getByRole('table', { name: 'Probes' }).getByRole('row').last();
    await user.reads(probe, /content\s*The archive is open[^]*Never\.\s*#14 of A, #14 of B/);
    await page.keyboard.press('F7');
    await probe.getByRole('button').click();
    await expect.poll(() => comparison.getByRole('row', { selected: true }).textContent()).toContain('#14');
    await user.tab('Verdicts').click();
    await user.reads(comparison.getByRole('table', { name: 'Verdicts' }), 'Failed');
    await user.tab('Source').click();
    await user.reads(comparison.getByRole('tabpanel'), 'Both runs have the same source');

    await page.keyboard.press('F7');
    await expect
      .poll(() => comparison.getByRole('row', { selected: true }).textContent())
      .not.toContain('#14');
    await page.keyboard.press('Escape');
    await user.reads(page.getByRole('region', { name: 'Inspector' }), '#');
    expect(await comparison.count()).toBe(0);
    expect(workbench.errors).toEqual([]);

    await using report = await openReport(target);
    const reader = new WindowUser(report);
    await reader.reads(report.page.getByRole('main'), parting);
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'Never.');
    await reader.playhead.first().focus();
    await report.page.keyboard.press('ArrowLeft');
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'the same');
    await report.page.keyboard.press('ArrowRight');
    await reader.reads(report.page.getByRole('table', { name: 'Differences of the entry' }), '"Never."');
    await reader.reads(report.page.getByRole('table', { name: 'Verdicts' }), 'Failed');
    await reader.reads(report.page.getByRole('table', { name: 'State of mail' }), 'Never.');
    await report.page.keyboard.press('Home');
    await reader.reads(report.page.getByRole('region', { name: 'App states' }), 'Same state in both');
    await report.page.getByRole('button', { name: 'Next difference' }).click();
    await expect.poll(() => report.page.getByRole('row', { selected: true }).textContent()).toContain('#14');

    expect(report.errors).toEqual([]);
    expect(await report.asked()).toEqual([]);
  });

  it('leaves what came before a branch as it was: earlier calls of a script are refused, or named and left out', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    const parent = await user.run('Passed');
    await user.scrubTo(20);
    await user.button('Branch from here').click();
    await user.choose('What to change', 'Script plays from here');
    await user.choose('Script', 'agents/hasty.json');
    await user.button('Run branch').click();
    const notices = page.getByRole('status', { name: 'Notices' });
    await user.reads(
      notices,
      /hasty\.json: no call is left: the branch begins after \d+ s, and all calls are earlier/,
    );
    expect(await user.shownRun()).toBe(parent);

    await user.choose('Script', 'agents/late.json');
    await user.button('Run branch').click();
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), `branch of ${parent} at #20`);
    await user.reads(user.status, /Failed|Passed|Not judged/);
    await user.tab(/^Verdict/).click();
    await user.reads(
      user.panel('Verdict'),
      /late\.json: left out because the branch begins after \d+ s: agent\[0\]/,
    );
    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await user.reads(comparison, /First divergence: #\d+/);
    const [, first] = /First divergence: #(\d+)/.exec(await comparison.innerText())!;
    expect(Number(first)).toBeGreaterThanOrEqual(20);
    await page.keyboard.press('Escape');
    expect(workbench.errors).toEqual([]);
  });

  it('branches a recorded trace too, and lets another agent play from there', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
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
    expect(workbench.errors).toEqual([]);
  });

  it('shows that a branch without a change is the same run', async () => {
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    const parent = (await ask(workbench.page, 'workspace.read', {})).runs[0]!.id;
    await user.scrubTo(2);

    await user.button('Branch from here').click();
    await user.choose('What to change', 'No change (rerun)');
    await user.button('Run branch').click();
    await user.reads(user.status, 'Passed');
    await user.button(`Compare run ${parent} with the open run`).click({ force: true });

    await user.reads(workbench.page.getByRole('region', { name: 'Comparison' }), 'No difference:');
  });

  it('sets the sources of two scenarios beside one another', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    const other = (await ask(page, 'workspace.read', {})).runs[0]!.id;
    await user.open('double-booking.ts');
    await user.button('Run').click();
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), /double-booking\s+r\d/);
    await user.reads(user.status, 'Passed');

    await user.button(`Compare run ${other} with the open run`).click({ force: true });
    await user.tab('Source').click();

    await user.reads(page.locator('.editor-module__sourceDiff .editor.original'), "name: 'double-booking'");
    await user.reads(page.locator('.editor-module__sourceDiff .editor.modified'), "name: 'invoice-by-noon'");
    await user.tab('Verdicts').click();
    await user.reads(page.getByRole('table', { name: 'Verdicts' }), 'Passed');
    expect(workbench.errors).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is cancelled: the worker process ends, and the same runs can be compared again',
    async () => {
      const { app, page } = workbench;
      const user = new WindowUser(workbench);
      const [one, other] = writeLongRuns(join(workbench.folder, '.orrery/orrery.db'));
      const comparison = page.getByRole('region', { name: 'Comparison' });
      const workers = (): readonly number[] => workersOf(app.process().pid!, 'compare');
      await user
        .list('Runs')
        .getByRole('button', { name: new RegExp(`\\b${other}\\b`) })
        .first()
        .click();
      await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), other);
      const compare = user.button(`Compare run ${one} with the open run`);

      await compare.click({ force: true });
      await expect.poll(workers).not.toEqual([]);
      await comparison.getByRole('button', { name: 'Cancel' }).click();

      await expect.poll(() => comparison.count()).toBe(0);
      await expect.poll(workers).toEqual([]);
      await compare.click({ force: true });
      await user.reads(comparison, 'No difference:');
      expect(workbench.errors).toEqual([]);
    },
  );
});
