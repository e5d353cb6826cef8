import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunId } from '../../engine/model/values/ids.ts';
import { rowsIn } from '../../renderer/stores/log.ts';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { jsonOf, type RunReport } from './orrery.ts';
import { PROJECT } from './sample-workspace.ts';

/** The number of lines above the template's validation, where the walk inserts an event: the agent opens the email. */
const LINES_ABOVE =
  readFileSync(join(PROJECT, 'resources/templates/mail.ts'), 'utf8').split('validation({')[0]!.split('\n')
    .length - 1;
const WRONG = 'oracle(mail.get_email_by_id({ email_idd: request.result })).after(arrived, seconds(10));';

describe('a new user', () => {
  const bench = oneWorkbench();

  it('walks from a template to a scrubbed trace, by keyboard alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** Opens the palette's result for `words`. */
    const go = async (key: 'Control+K' | 'Control+P', words: string): Promise<void> => {
      await press(key);
      await page.keyboard.type(words);
      await press('Enter');
    };
    await user.reads(user.list('Scenarios'), 'invoice-by-noon.ts');
    await user.reads(page.getByRole('main'), 'Run a scenario, or open a run from the explorer.');

    // A scenario from a template.
    await press('Control+N');
    await page.keyboard.type('walk');
    await press('Tab', 'ArrowDown', 'Enter');
    await user.reads(page.locator('.monaco-editor'), "name: 'walk'");

    // A type error, found and fixed.
    await go('Control+K', 'show code');
    await focused(page, 'textarea, [role=textbox]');
    await press('Control+Home', ...Array<string>(LINES_ABOVE).fill('ArrowDown'), 'Home');
    await page.keyboard.insertText(`${WRONG}\n    `);
    await press('Control+S', 'F5');
    await user.reads(page.getByRole('list', { name: 'Problems' }), 'email_idd');
    await press('Control+5');
    await focused(page, '.problems-module__problem');
    await press('Enter');
    await focused(page, '.monaco-editor textarea, .monaco-editor [role=textbox]');
    await press('Control+ArrowRight', 'Backspace', 'Control+S');
    await user.reads(user.panel('Problems'), 'No problems');

    // Its first event, a breakpoint on a later one, and the run to it.
    await press('F10');
    await user.reads(user.status, 'Paused');
    await go('Control+K', 'show queue');
    await page.getByRole('region', { name: 'Next' }).waitFor();
    await focused(page, '#centre-panel');
    await tabTo(page, /2-mail-send_email_to_user_only/);
    await press('Enter', 'F9', 'F5');
    await user.reads(page.getByRole('status').filter({ hasText: 'Paused after' }), 'send_email_to_user_only');

    // Why the agent's reply has not fired.
    await tabTo(page, /4-mail-reply_to_email/);
    await press('Enter');
    await user.reads(page.getByRole('region', { name: 'Why has it not fired?' }), 'Waits for');

    // To the end, and back to where the email is unread, and to before it arrives.
    await press('F10', 'F5');
    await user.reads(user.status, 'Passed');
    await go('Control+P', 'get_email_by_id');
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'mail.get_email_by_id');
    await press('Control+2');
    await focused(page, '#centre-panel');
    await tabTo(page, /^(user|mail)$/);
    await press('ArrowRight');
    const mail = user.panel('Apps');
    await user.reads(mail, 'A room on Friday');
    await expect.poll(() => mail.locator('.card-list-module__unread').count()).toBe(0);
    await go('Control+K', 'show timeline');
    await focused(page, '[role=slider]');
    await press('ArrowLeft');
    await expect.poll(() => mail.locator('.card-list-module__unread').count()).toBeGreaterThan(0);
    await press('Home');
    await expect.poll(() => mail.innerText()).not.toContain('A room on Friday');

    // A recorded trace, scrubbed.
    await go('Control+P', 'two_turns');
    await user.reads(page.getByRole('banner'), /studio_visit|two_turns/);
    await go('Control+K', 'show timeline');
    await focused(page, '[role=slider]');
    await press('Home', 'ArrowRight', 'ArrowRight');
    await user.isAt(1);
    expect(bench.errors).toEqual([]);

    // The runs of the other tests do not pause.
    await user.tab(/^Breakpoints/).click();
    await user.button(/^Delete breakpoint/).click({ force: true });
    await user.reads(user.panel('Breakpoints'), 'No breakpoints');
    await user.tab('Log').click();
  });

  it('runs a scenario, reads what happened and rewinds it', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);

    await user.reads(user.list('Scenarios'), 'invoice-by-noon.ts');
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

/** True when the canvas shows more than one colour. */
function isPainted(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set<number>();
  for (const pixel of new Uint32Array(data.buffer)) colours.add(pixel);
  return colours.size > 2;
}

/** Waits until the focus is within `selector`. */
const focused = (page: Page, selector: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((where) => document.activeElement?.closest(where) !== null, selector))
    .toBe(true)
    .then(() => undefined);

/** Presses Tab until the focused element is called `name`, once around the page if necessary. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let left = 200; left > 0; left--) {
    if (name.test(await nameOfFocus(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`found no stop of Tab called ${String(name)}`);
}

const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    // The text of a panel, or of the page itself, would be all of its content.
    if (at?.matches('button, input, select, textarea, [role=slider]') !== true) return '';
    return at.getAttribute('aria-label') ?? at.textContent;
  });
