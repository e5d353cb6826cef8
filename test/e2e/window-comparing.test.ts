import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { writeLongRuns } from './long-runs.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openWorkbench } from './open-workbench.ts';
import { workersOf } from './sweep-processes.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('branching and comparing', () => {
  const workbench = oneWorkbench();

  it('changes one argument in the middle of a run, and lands where the branch parts from its parent', async () => {
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');
    await user.scrubTo(14);

    await page.keyboard.press('p');
    await page.keyboard.type('apps.mail.folders.SENT.emails.at(-1)?.content');
    await page.keyboard.press('Enter');
    await user.reads(page.getByRole('list', { name: 'Probes' }), 'content');

    await user.branch('content', 'Never.', 'Failed');

    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await user.reads(comparison, 'First divergence: #14 mail.reply_to_email by the agent: content is');
    await expect.poll(() => comparison.getByRole('row', { selected: true }).textContent()).toContain('#14');
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
});

describe.runIf(process.platform === 'linux')('a long comparison', () => {
  it('is cancelled in the window: its worker process ends, and the same runs can be compared again', async () => {
    const disk = temporaryFolder();
    writeLongRuns(join(disk, 'orrery.db'));
    await using bench = await openWorkbench({}, disk);
    const { app, page } = bench;
    const user = new WindowUser(bench);
    const comparison = page.getByRole('region', { name: 'Comparison' });
    const workers = (): readonly number[] => workersOf(app.process().pid!, 'compare');
    await user.list('Runs').getByRole('button').first().click();
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), 'r2');
    const compare = user.button('Compare run r1 with the open run');

    await compare.click({ force: true });
    await expect.poll(workers).not.toEqual([]);
    await comparison.getByRole('button', { name: 'Cancel' }).click();

    await expect.poll(() => comparison.count()).toBe(0);
    await expect.poll(workers).toEqual([]);
    await compare.click({ force: true });
    await user.reads(comparison, 'No difference:');
    expect(bench.errors).toEqual([]);
  });
});
