import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { EVENTS, LONG } from './long-scenario.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openWorkbench } from './open-workbench.ts';
import { jsonOf } from './orrery.ts';

describe('a long run in the window', () => {
  const bench = oneWorkbench(LONG);

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
    const found = await bench.page.evaluate(
      (enough) =>
        new Promise<{ indexes: number[]; missing: number }>((resolve) => {
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
            asked.push(bridge.call('run.stop', { run }));
            void Promise.all(asked).then(() => {
              resolve({ indexes, missing });
            });
          });
          void bridge.call('run.start', { scenario: 'scenarios/long.ts', mode: 'oracle', paused: false });
        }),
      2_000,
    );

    expect(found.indexes).toEqual([...found.indexes.keys()]);
    expect(found.missing).toBe(0);
  });
});

describe('a run in a window of its own', () => {
  it('is interrupted, with a word on why, when the window is closed', async () => {
    await using bench = await openWorkbench(LONG);
    const user = new WindowUser(bench);
    await user.open('long.ts');
    await user.button('Step').click();
    await expect.poll(() => user.entries()).toBe(1);

    await using again = await bench.again();

    const [run] = await jsonOf<RunSummary[]>(bench.folder, ['runs', '--json', '--db', '.orrery/orrery.db']);
    expect(run).toMatchObject({ state: 'interrupted', entries: 1 });
    const later = new WindowUser(again);
    await later
      .list('Runs')
      .getByRole('button', { name: /^Interrupted long/ })
      .click();
    await later.reads(later.status, 'Interrupted');
    await later.tab('Verdict').click();
    await later.reads(later.panel('Verdict'), 'The workbench was closed before it ended.');
  });
});
