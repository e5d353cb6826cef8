import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunId } from '../../engine/model/values/ids.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { ask } from './call-main.ts';
import { Hand } from './hand.ts';
import { EVENTS, LONG } from './long-scenario.ts';
import { openWorkbench } from './open-workbench.ts';
import { jsonOf } from './orrery.ts';

describe('a long run in the window', () => {
  it('is paused, stepped through and stopped', async () => {
    await using bench = await openWorkbench(LONG);
    const hand = new Hand(bench);
    await hand.open('long.ts');

    await hand.run('Running');
    await expect.poll(() => hand.entries()).toBeGreaterThan(1_000);
    await hand.button('Pause').click();
    await hand.reads(hand.status, 'Paused');
    const { entries } = (await ask(bench.page, 'workspace.read', {})).runs[0]!;
    await expect.poll(() => hand.entries()).toBe(entries);
    await hand.isAt(entries - 1);

    await hand.button('Step').click();
    await expect.poll(() => hand.entries()).toBe(entries + 1);
    await bench.page.keyboard.press('F10');
    await expect.poll(() => hand.entries()).toBe(entries + 2);
    await hand.isAt(entries + 1);

    await hand.button('Stop').click();
    await hand.reads(hand.status, 'Stopped');
    const stopped = (await ask(bench.page, 'workspace.read', {})).runs[0]!;
    expect(stopped.entries).toBeLessThan(EVENTS);
    await expect.poll(() => hand.entries()).toBe(stopped.entries);
    await hand.tab('Verdict').click();
    await hand.reads(hand.panel('Verdict'), 'It was stopped by hand');
    expect(bench.faults).toEqual([]);
  });

  it('begins with its first event when it is stepped into', async () => {
    await using bench = await openWorkbench();
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');

    await hand.button('Step').click();
    await hand.reads(hand.status, 'Paused');
    await expect.poll(() => hand.entries()).toBe(1);
    await bench.page.keyboard.press('F5');

    await hand.reads(hand.status, 'Passed');
  });

  it('lets the past be read while it goes on, and is found again at its end', async () => {
    await using bench = await openWorkbench(LONG);
    const hand = new Hand(bench);
    await hand.open('long.ts');
    await hand.run('Running');
    await expect.poll(() => hand.entries()).toBeGreaterThan(1_000);

    await hand.scrubTo(12);
    const seen = await hand.entries();
    await expect.poll(() => hand.entries()).toBeGreaterThan(seen);

    await hand.isAt(12);
    await hand.reads(
      hand.page.getByRole('grid', { name: 'Log' }).getByRole('row', { selected: true }),
      '#12',
    );
    await hand.page.keyboard.press('End');
    await expect
      .poll(async () => Number(await hand.playhead.getAttribute('aria-valuenow')))
      .toBeGreaterThan(seen);
  });

  it('is on disk before the page is told of it, without gaps', async () => {
    await using bench = await openWorkbench(LONG);

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

  it('is interrupted, with a word on why, when the window is closed', async () => {
    await using bench = await openWorkbench(LONG);
    const hand = new Hand(bench);
    await hand.open('long.ts');
    await hand.button('Step').click();
    await expect.poll(() => hand.entries()).toBe(1);

    await using again = await bench.again();

    const [run] = await jsonOf<RunSummary[]>(bench.folder, ['runs', '--json', '--db', '.orrery/orrery.db']);
    expect(run).toMatchObject({ state: 'interrupted', entries: 1 });
    const later = new Hand(again);
    await later
      .list('Runs')
      .getByRole('button', { name: /^Interrupted long/ })
      .click();
    await later.reads(later.status, 'Interrupted');
    await later.tab('Verdict').click();
    await later.reads(later.panel('Verdict'), 'The workbench was closed before it ended.');
  });

  it('is deleted only when that is said twice', async () => {
    await using bench = await openWorkbench();
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');

    await hand.list('Runs').hover();
    await hand.button('Delete run r1').click();
    expect((await ask(bench.page, 'workspace.read', {})).runs).toHaveLength(1);
    await bench.page
      .getByRole('alertdialog', { name: 'Delete run r1' })
      .getByRole('button', { name: 'Delete' })
      .click();

    await hand.reads(bench.page.getByRole('main'), 'No runs yet.');
    await hand.reads(hand.status, 'No run open');
    const db = join(bench.folder, '.orrery/orrery.db');
    expect(await jsonOf<RunSummary[]>(bench.folder, ['runs', '--json', '--db', db])).toEqual([]);
    expect((await ask(bench.page, 'workspace.read', {})).runs.map(({ id }: { id: RunId }) => id)).toEqual([]);
  });
});
