import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { EVENTS, LONG } from './long-scenario.ts';
import { oneWorkbench } from './one-workbench.ts';
import { jsonOf } from './orrery.ts';

const bench = oneWorkbench(LONG);

describe('a long run in the window', () => {
  it('is paused, stepped through and stopped', async () => {
    const user = new WindowUser(bench);
    await user.open('long.ts');

    await user.run('Running');
    await expect.poll(() => user.entries()).toBeGreaterThan(1_000);
    await user.button('Pause').click();
    await user.reads(user.status, 'Paused');
    const { entries } = (await ask(bench.page, 'workspace.read', {})).runs[0]!;
    await expect.poll(() => user.entries()).toBe(entries);
    await user.isAt(entries - 1);

    await user.button('Step').click();
    await expect.poll(() => user.entries()).toBe(entries + 1);
    await bench.page.keyboard.press('F10');
    await expect.poll(() => user.entries()).toBe(entries + 2);
    await user.isAt(entries + 1);

    await user.button('Stop').click();
    await user.reads(user.status, 'Stopped');
    const stopped = (await ask(bench.page, 'workspace.read', {})).runs[0]!;
    expect(stopped.entries).toBeLessThan(EVENTS);
    await expect.poll(() => user.entries()).toBe(stopped.entries);
    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'It was stopped by hand');
    expect(bench.errors).toEqual([]);
  });

  it('begins with its first event when it is stepped into', async () => {
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');

    await user.button('Step').click();
    await user.reads(user.status, 'Paused');
    await expect.poll(() => user.entries()).toBe(1);
    await bench.page.keyboard.press('F5');

    await user.reads(user.status, 'Passed');
  });

  it('lets the past be read while it goes on, and is found again at its end', async () => {
    const user = new WindowUser(bench);
    await user.open('long.ts');
    await user.run('Running');
    await expect.poll(() => user.entries()).toBeGreaterThan(1_000);

    await user.scrubTo(12);
    const seen = await user.entries();
    await expect.poll(() => user.entries()).toBeGreaterThan(seen);

    await user.isAt(12);
    await user.reads(
      user.page.getByRole('grid', { name: 'Log' }).getByRole('row', { selected: true }),
      '#12',
    );
    await user.page.keyboard.press('End');
    await expect
      .poll(async () => Number(await user.playhead.getAttribute('aria-valuenow')))
      .toBeGreaterThan(seen);
    await user.button('Stop').click();
    await user.reads(user.status, 'Stopped');
  });

  it('is deleted only when that is said twice', async () => {
    const user = new WindowUser(bench);
    await user.open('invoice-by-noon.ts');
    const run = await user.run('Passed');
    const idsOf = (runs: readonly Pick<RunSummary, 'id'>[]): readonly string[] => runs.map(({ id }) => id);
    const shown = async (): Promise<readonly string[]> =>
      idsOf((await ask(bench.page, 'workspace.read', {})).runs);

    await user.list('Runs').hover();
    await user.button(`Delete run ${run}`).click();
    expect(await shown()).toContain(run);
    await bench.page
      .getByRole('alertdialog', { name: `Delete run ${run}` })
      .getByRole('button', { name: 'Delete' })
      .click();

    await user.reads(user.status, 'No run open');
    const db = join(bench.folder, '.orrery/orrery.db');
    const kept = await jsonOf<RunSummary[]>(bench.folder, ['runs', '--json', '--db', db]);
    expect(idsOf(kept)).not.toContain(run);
    expect(await shown()).toEqual(idsOf(kept));
  });

  it('is on disk before the page is told of it, without gaps', async () => {
    const found = await bench.page.evaluate((enough) => {
      const heard = new Promise<{ indexes: number[]; missing: number }>((resolve) => {
        const indexes: number[] = [];
        const asked: Promise<unknown>[] = [];
        let missing = 0;
        const stop = bridge.on('log.appended', ({ run, rows }) => {
          const last = rows.from + rows.times.length - 1;
          for (let index = rows.from; index <= last; index++) indexes.push(index);
          asked.push(
            bridge.call('log.entry', { run, index: last }).then(({ ok }) => (missing += ok ? 0 : 1)),
          );
          if (last < enough) return;
          stop();
          asked.push(bridge.call('run.control', { run, control: { kind: 'stop' } }));
          void Promise.all(asked).then(() => {
            resolve({ indexes, missing });
          });
        });
        void bridge.call('run.start', { scenario: 'scenarios/long.ts', mode: 'oracle', paused: false });
      });
      // The debugger does not keep a promise that it waits for from the garbage collector.
      return Object.assign(globalThis, { heard }).heard;
    }, 2_000);

    expect(found.indexes).toEqual([...found.indexes.keys()]);
    expect(found.missing).toBe(0);
  });
});

describe('a run that is led by hand', () => {
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
  it('pauses a run at what an app comes to, and says what it found', async () => {
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
  });
});

describe('a window that is opened again', () => {
  it('has the breakpoints, and says why the run ended that it was closed in', async () => {
    const user = new WindowUser(bench);
    await user.open('long.ts');
    await user.button('Step').click();
    await user.reads(user.status, 'Paused');
    await expect.poll(() => user.entries()).toBe(1);
    const id = await user.shownRun();

    await bench.again();

    const runs = await jsonOf<RunSummary[]>(bench.folder, ['runs', '--json', '--db', '.orrery/orrery.db']);
    expect(runs.find((run) => run.id === id)).toMatchObject({ state: 'interrupted', entries: 1 });
    const later = new WindowUser(bench);
    await later
      .list('Runs')
      .getByRole('button', { name: /^Interrupted long/ })
      .click();
    await later.reads(later.status, 'Interrupted');
    await later.tab('Verdict').click();
    await later.reads(later.panel('Verdict'), 'The workbench was closed before it ended.');
    await later.tab(/^Breakpoints/).click();
    await later.reads(later.panel('Breakpoints'), 'mail.folders.INBOX.emails.length ≥ 3');
  });
});
