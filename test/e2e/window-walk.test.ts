import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openWorkbench } from './open-workbench.ts';
import { PROJECT } from './sample-workspace.ts';

/** The number of lines above the template's validation, where the walk inserts an event: the agent opens the email. */
const LINES_ABOVE =
  readFileSync(join(PROJECT, 'resources/templates/mail.ts'), 'utf8').split('validation({')[0]!.split('\n')
    .length - 1;
const WRONG = 'oracle(mail.get_email_by_id({ email_idd: request.result })).after(arrived, seconds(10));';

it('a new user’s walk, by keyboard alone', async () => {
  await using bench = await openWorkbench();
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
  await user.list('Scenarios').waitFor();

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
});

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
