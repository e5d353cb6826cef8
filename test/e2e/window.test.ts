import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunId } from '../../engine/model/values/ids.ts';
import { rowsIn } from '../../renderer/stores/log.ts';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openBareWorkbench } from './open-workbench.ts';
import { jsonOf, type RunReport } from './orrery.ts';

describe('a new user', () => {
  const bench = oneWorkbench();

  it('runs a scenario, reads what happened and rewinds it', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);

    await user.reads(user.list('Scenarios'), 'invoice-by-noon.ts');
    await user.reads(page.getByRole('main'), 'No run yet');
    await user.open('invoice-by-noon.ts');
    await user.reads(page.locator('.monaco-editor'), "name: 'invoice-by-noon'");
    const run = (await user.run('Passed')) as RunId;

    const rows = rowsIn(await ask(page, 'log.rows', { run, from: 0 }));
    expect(await user.entries()).toBe(rows.length);
    await user.isAt(rows.length - 1);
    const log = page.getByRole('grid', { name: 'Log' });
    await user.reads(log, `#${rows.length - 1}`);
    await expect.poll(() => user.playhead.locator('canvas').first().evaluate(isPainted)).toBe(true);

    // To the entry in which the invoice arrives, in the middle, and back to before it.
    const invoice = rows.findIndex(
      ({ kind, summary }) => kind === 'environment' && summary.includes('Invoice 7731'),
    );
    await user.tab('Apps').click();
    await user.tab('mail').click();
    await user.scrubTo(invoice);
    const mails = page.getByRole('group', { name: 'INBOX' });
    await user.reads(mails, 'Invoice 7731');
    await user.reads(user.status, `#${invoice} of ${rows.length}`);
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'mail.send_email_to_user_only');
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'Amount due: 1,240.');
    await user.reads(log.getByRole('row', { selected: true }), `#${invoice}`);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => mails.innerText()).not.toContain('Invoice 7731');
    await page.keyboard.press('Home');
    await user.isAt(-1);
    await expect.poll(() => mails.getByRole('button').allInnerTexts()).toHaveLength(1);
    await user.reads(mails, 'Quote 7731');
    await page.keyboard.press('End');
    await user.isAt(rows.length - 1);
    await user.reads(mails, 'Invoice 7731');

    await user.tab('Verdict').click();
    await user.reads(user.panel('Verdict'), 'Passed: All 4 checks passed.');
    await user.reads(user.panel('Verdict'), /accounts has the invoice\s+Milestone reached/);
    expect(bench.errors).toEqual([]);
  });

  it('picks a moment in the log and sees it everywhere', async () => {
    const user = new WindowUser(bench);
    await user.open('double-booking.ts');
    await user.run('Passed');
    await user.tab('Apps').click();
    await user.tab('user').click();
    await user.scrubTo(-1);

    await bench.page
      .getByRole('row', { name: /send_message_to_agent/ })
      .first()
      .click();

    const at = Number(await user.playhead.getAttribute('aria-valuenow'));
    await user.reads(user.status, `#${at} of`);
    await user.reads(user.panel('user'), 'Lab tour with Dr. Okafor');
    await user.reads(bench.page.getByRole('region', { name: 'Inspector' }), `#${at}`);
  });

  it('imports a recorded trace and rewinds it', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.button('Import clay_delivery_time.trace.json').click();
    await user.reads(user.status, 'Recorded');

    const run = (await ask(page, 'workspace.read', {})).runs[0]!;
    const stateAt = async (app: (typeof run.apps)[number]['name'], at: number): Promise<string> =>
      JSON.stringify(await ask(page, 'state.read', { run: run.id, app, at }));
    const last = run.entries - 1;
    const moved: string[] = [];
    for (const { name } of run.apps)
      if ((await stateAt(name, -1)) !== (await stateAt(name, last))) moved.push(name);
    await user.tab(moved[0]!).click();
    const panel = user.panel(moved[0]!);
    await user.scrubTo(last);
    await expect.poll(() => panel.innerText()).not.toBe('');
    const atTheEnd = await panel.innerText();
    await user.scrubTo(-1);

    await expect.poll(() => panel.innerText()).not.toBe(atTheEnd);
    await user.scrubTo(last);
    await expect.poll(() => panel.innerText()).toBe(atTheEnd);
    expect(bench.errors).toEqual([]);
  });

  it('gets the log of the same run in the terminal, each time, and another with another seed', async () => {
    const user = new WindowUser(bench);
    await user.open('phishing-or-not.ts');
    const hashes: string[] = [];
    for (const seed of ['', '', '2']) {
      await user.button(/^Run options/).click();
      await bench.page.getByRole('textbox', { name: 'Seed', exact: true }).fill(seed);
      await user.run('Passed');
      hashes.push(await user.logHash());
    }

    const terminal = async (...more: string[]): Promise<string | null> => {
      const run = ['run', 'scenarios/phishing-or-not.ts', '--json', ...more];
      return (await jsonOf<RunReport>(bench.folder, run)).logHash;
    };
    const [own, again, other] = hashes;
    expect(again).toBe(own);
    expect(other).not.toBe(own);
    expect(await terminal()).toBe(own);
    expect(await terminal('--seed', '2')).toBe(other);
  });
});

describe('a new user with a window of their own', () => {
  it('is told what to do in an empty workspace', async () => {
    await using bench = await openBareWorkbench();
    const user = new WindowUser(bench);

    await user.reads(bench.page.getByRole('main'), 'Welcome to Orrery');
    expect(await user.button('Run').isDisabled()).toBe(true);
    await user.reads(user.status, 'No run open');
    expect(existsSync(join(bench.folder, 'scenarios'))).toBe(false);
    expect(bench.errors).toEqual([]);
  });
});

/** True when the canvas shows more than one colour. */
function isPainted(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set<number>();
  for (const pixel of new Uint32Array(data.buffer)) colours.add(pixel);
  return colours.size > 2;
}
