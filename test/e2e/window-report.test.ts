import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { problemsInBothThemes } from './accessibility-problems.ts';
import { WindowUser } from './window-user.ts';
import { openReport } from './open-report.ts';
import { orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { workspaceWithRun } from './workspace-with-run.ts';

const INVOICE = 'scenarios/invoice-by-noon.ts';
const HOSTILE =
  '</script><script>globalThis.taken = 1</script><!-- <img src=x onerror="globalThis.taken = 1">\u2028';

/** A scenario of 10,000 messages, one of which contains an attack. */
const CROWD = {
  'scenarios/crowd.ts': `import { agentUserInterface, scenario, seconds } from 'orrery';

export default scenario({
  name: ${JSON.stringify(HOSTILE)},
  apps: () => ({ user: agentUserInterface() }),
  events({ user }) {
    const chance = (nth: number): string => String(Math.imul(nth + 1, 2654435761) >>> 0);
    for (let nth = 0; nth < 9999; nth++)
      user.send_message_to_agent({ content: 'Message ' + nth + ' about ' + chance(nth) }).at(seconds(nth));
    user.send_message_to_agent({ content: ${JSON.stringify(HOSTILE)} }).at(seconds(10_000));
  },
});
`,
};

describe('a report', () => {
  it('shows a run anywhere: what happened, and the states at each entry, without a barrier in either theme', async () => {
    const folder = await workspaceWithRun(INVOICE);
    const { code } = await orreryIn(folder, ['report', 'r1', '-o', 'r1.html', '--db', 'runs.db']);
    expect(code).toBe(0);

    await using report = await openReport(join(folder, 'r1.html'));
    const { page } = report;
    const user = new WindowUser(report);
    const entry = page.getByRole('region', { name: 'Entry' });
    await user.reads(page.getByRole('banner'), /invoice-by-noon[^]*Passed[^]*[\da-f]{64}/);
    await user.playhead.first().waitFor();
    expect(await problemsInBothThemes(report)).toEqual([]);

    await page.keyboard.press('Home');
    await user.reads(entry, 'Before the first entry');
    await page.keyboard.press('ArrowRight');
    await user.reads(entry, 'user.send_message_to_agent');
    await user.reads(page.getByRole('tabpanel', { name: 'user' }), 'changed');
    await user.scrubTo(13);
    await user.reads(entry, 'mail.send_email_to_user_only');
    await page.getByRole('list', { name: 'Checks' }).getByRole('button').first().click();
    await user.reads(entry, '7-accounts-has-the-invoice');

    await page.getByRole('combobox', { name: 'Find in log' }).fill('app:mail -forward');
    await user.reads(page.getByRole('region', { name: 'Log' }).getByRole('status'), '2 matches');
    await page.getByRole('row').first().click();
    await user.reads(entry, 'mail.send_email_to_user_only');

    expect(report.errors).toEqual([]);
    expect(await report.asked()).toEqual([]);
  });

  it('of two runs opens where they part, with that in sight, without a barrier in either theme', async () => {
    const folder = await workspaceWithRun(INVOICE);
    await orreryIn(folder, ['run', INVOICE, '--mode', 'plain', '--db', 'runs.db']);
    await orreryIn(folder, ['report', 'r1', 'r2', '-o', 'two.html', '--db', 'runs.db']);

    await using report = await openReport(join(folder, 'two.html'));
    const { page } = report;
    const topOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;
    const list = page.getByRole('grid', { name: 'Aligned entries' });
    const row = page.getByRole('row', { selected: true });

    expect(await row.textContent()).toContain('#42');
    await expect.poll(async () => (await topOf(row)) - (await topOf(list))).toBeLessThan(300);
    expect(await problemsInBothThemes(report)).toEqual([]);
  });

  it('of attempts shows their steps with whole texts, and of several who did what', async () => {
    const folder = sampleWorkspace({});
    for (const file of ['fence-posts.large-model.traj', 'fence-posts.small-model.traj', 'late-parcel.tau2'])
      await orreryIn(folder, ['import', `trajectories/${file}.json`, '--db', 'runs.db']);
    const write = (...args: string[]) => orreryIn(folder, ['report', ...args, '--db', 'runs.db']);
    await write('r1', 'r2', '-o', 'two.html');
    await write('r1', 'r2', 'r3', '-o', 'three.html');
    expect(await write('r1', 'r2', 'r3', '-o', 'no.html', '--by', 'entries')).toMatchObject({
      code: 1,
      stderr: 'A report compares two runs by entries. More are compared by steps.\n',
    });

    {
      await using report = await openReport(join(folder, 'two.html'));
      const { page } = report;
      const user = new WindowUser(report);
      const step = page.getByRole('region', { name: 'Selected step' });
      await user.reads(page.getByRole('row', { selected: true }), 'python test_fence.py');
      await user.reads(step, /python test_fence\.py.*B has no step like this\./s);
      await page.getByRole('button', { name: 'Next difference' }).click();
      await user.reads(step, 'AssertionError');
      expect(await problemsInBothThemes(report)).toEqual([]);
      expect(report.errors).toEqual([]);
      expect(await report.asked()).toEqual([]);
    }

    await using report = await openReport(join(folder, 'three.html'));
    const { page } = report;
    const user = new WindowUser(report);
    const table = page.getByRole('grid', { name: 'Steps of all attempts' });
    await table.getByRole('row', { name: 'COMPLETE_TASK' }).click();
    await user.reads(
      page.getByRole('region', { name: 'The step in each attempt' }),
      'Done by 2 of 3 attempts',
    );
    expect(await problemsInBothThemes(report)).toEqual([]);
    expect(report.errors).toEqual([]);
  });

  it('takes 10,000 entries in five megabytes, and does nothing that they say', async () => {
    const folder = sampleWorkspace(CROWD);
    await orreryIn(folder, ['run', 'scenarios/crowd.ts', '--db', 'runs.db']);
    await orreryIn(folder, ['report', 'r1', '-o', 'r1.html', '--db', 'runs.db']);
    expect(statSync(join(folder, 'r1.html')).size).toBeLessThan(5_000_000);

    await using report = await openReport(join(folder, 'r1.html'));
    const { page } = report;
    await new WindowUser(report).reads(page.getByRole('region', { name: 'Entry' }), /#9999/);
    await page.keyboard.press('End');
    await new WindowUser(report).reads(page.getByRole('region', { name: 'Entry' }), 'globalThis.taken');

    expect(await page.evaluate(() => (globalThis as { taken?: number }).taken)).toBeUndefined();
    expect(await page.locator('img').count()).toBe(0);
    expect(report.errors).toEqual([]);
    expect(await report.asked()).toEqual([]);
  });
});
