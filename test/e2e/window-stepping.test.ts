import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openWorkbench } from './open-workbench.ts';

describe('a run that is led by hand', () => {
  const bench = oneWorkbench();

  it('goes by ticks, to what the agent does next, to an event picked in the queue, and anew', async () => {
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    const entriesAre = (count: number): Promise<void> => expect.poll(() => user.entries()).toBe(count);

    await bench.page.keyboard.press('F10');
    await entriesAre(1);
    await user.reads(user.status, 'Paused');
    await bench.page.keyboard.press('Shift+F11');
    await expect.poll(() => user.entries()).toBeGreaterThan(1);
    await user.reads(user.status, 'Paused');

    await bench.page.keyboard.press('F11');
    await user.reads(user.status, 'Paused');
    const { id, entries } = (await ask(bench.page, 'workspace.read', {})).runs[0]!;
    const last = await ask(bench.page, 'log.entry', { run: id, index: entries - 1 });
    expect(last.kind).toBe('agent');

    // The queue belongs to the shown entry, not to the one before.
    await entriesAre(entries);
    await user.tab('Queue').click();
    const next = user.panel('Queue').getByRole('region', { name: 'Next' }).getByRole('button').last();
    const chosen = await next.elementHandle();
    const event = (await (await chosen.$('.queue-module__name'))!.innerText()).trim();
    await chosen.click();
    await bench.page.keyboard.press('Control+F10');
    await expect
      .poll(async () => {
        const run = (await ask(bench.page, 'workspace.read', {})).runs[0]!;
        const entry = await ask(bench.page, 'log.entry', { run: run.id, index: run.entries - 1 });
        return [run.state, entry.event];
      })
      .toEqual(['paused', event]);

    await bench.page.keyboard.press('Control+Shift+F5');
    await user.reads(user.status, 'Passed');
    // The replaced run was stopped while it was watched: that is not a failure.
    const { runs } = await ask(bench.page, 'workspace.read', {});
    expect(runs.slice(0, 2).map(({ state }) => state)).toEqual(['completed', 'stopped']);
    expect(bench.errors).toEqual([]);
  });

  it('says why an event has not fired, and leads to what stands in its way', async () => {
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.run('Passed');
    await user.tab('Graph').click();
    await user.scrubTo(0);

    const graph = bench.page.getByRole('group', { name: 'Event graph' });
    await graph
      .getByRole('button', { name: /Waiting/ })
      .last()
      .click();
    const why = bench.page.getByRole('region', { name: 'Why has it not fired?' });
    await user.reads(why, /Waits for/);
    const obstacle = why.getByRole('list', { name: 'Blocked by' }).getByRole('button').first();
    const name = (await obstacle.innerText()).trim();
    await obstacle.click();

    await user.reads(why, name);
    await user.reads(why, /is scheduled for|was not met/);
    await user.page.keyboard.press('End');
    await expect.poll(() => graph.getByRole('button', { name: /: Fired/ }).count()).toBeGreaterThan(3);
    expect(bench.errors).toEqual([]);
  });
});

describe('a breakpoint', () => {
  it('pauses a run at what an app comes to, says what it found, and has it the next time', async () => {
    await using bench = await openWorkbench();
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    await user.tab(/^Breakpoints/).click();
    await user.choose('Pause on', 'App state');
    await bench.page.getByRole('combobox', { name: 'app' }).fill('mail');
    await bench.page.getByRole('textbox', { name: 'path' }).fill('folders.INBOX.emails.length');
    await bench.page.getByRole('textbox', { name: 'Value' }).fill('3');
    await user.button('Add breakpoint').click();

    await user.run('Paused');
    const banner = bench.page.getByRole('status').filter({ hasText: 'Paused after' });
    await user.reads(banner, /mail\.folders\.INBOX\.emails\.length ≥ 3: 3/);
    await user.button('Continue').click();
    await user.reads(user.status, 'Passed');
    await expect.poll(() => banner.count()).toBe(0);

    await user.choose('Pause on', 'Event');
    const event = bench.page.getByRole('combobox', { name: 'event' });
    const condition = await bench.page
      .locator('#breakpoint-events option')
      .evaluateAll((options) =>
        options
          .map((option) => option.getAttribute('value')!)
          .find((id) => id.endsWith('the-invoice-is-in-the-inbox')),
      );
    await event.fill(condition!);
    await event.press('Enter');
    await user.run('Paused');
    await user.reads(banner, 'INBOX');
    await user.button('Continue').press('Enter');
    await user.reads(banner, `${condition!}: became true`);
    await user.reads(user.panel('Breakpoints'), condition!);
    await user.button('Continue').press('Enter');
    await user.reads(user.status, 'Passed');

    await using again = await bench.again();
    const later = new WindowUser(again);
    await later.tab(/^Breakpoints/).click();
    await later.reads(later.panel('Breakpoints'), 'mail.folders.INBOX.emails.length ≥ 3');
  });
});
