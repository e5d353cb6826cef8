import type { Page } from 'playwright-core';
import { until } from './probe.ts';
import { spreadOf, type Spread } from '../spread.ts';

/** Milliseconds for steps of writing a scenario of ten files. */
export interface EditingReport {
  /** From the dot to the list of tools: for the first time after the source was opened, and later. */
  readonly completion: { readonly first: number; readonly others: Spread };
  /** From the key that saves to the last entry of the new run. */
  readonly saveToRun: Spread;
}

const FROM_END = 3; // lines from the last one to the empty one

/** The time from a key to the save, as of a person who has finished a line. The edit is checked meanwhile. */
const FINISHING = 700; // milliseconds

export async function measureEditing(page: Page, times: number): Promise<EditingReport> {
  await page.getByRole('list', { name: 'Scenarios' }).getByRole('button', { name: 'ten-files.ts' }).click();
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await page.getByRole('textbox', { name: 'Scenario source' }).focus();
  await page.keyboard.press('Control+End');
  for (let line = 0; line < FROM_END; line++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.type('user');

  const completions: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    completions.push(await until(page, isOffered, 'send_message_to_agent', () => page.keyboard.press('.')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
  }
  for (let nth = 0; nth < 'user'.length; nth++) await page.keyboard.press('Backspace');
  await page.keyboard.type('//');

  const saves: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const before = await page.evaluate(
      () => document.querySelector<HTMLElement>('[data-run]')?.dataset['run'] ?? '',
    );
    await page.keyboard.type('.');
    await page.waitForTimeout(FINISHING);
    saves.push(await until(page, hasRun, before, () => page.keyboard.press('Control+S')));
  }
  const [first, ...others] = completions;
  return { completion: { first: first!, others: spreadOf(others) }, saveToRun: spreadOf(saves) };
}

/** The attribute says that the list is on the screen. Monaco sets the class "visible" 100 ms later, for its own use. */
const isOffered = (tool: string): boolean =>
  [...document.querySelectorAll('.suggest-widget[monaco-visible-content-widget] .monaco-list-row')].some(
    (row) => row.textContent.includes(tool),
  );

/** Whether a newer run than `before` is there, with nine events and the end; it has nothing to check. */
const hasRun = (before: string): boolean =>
  document.querySelector<HTMLElement>('[data-run]')?.dataset['run'] !== before &&
  document.querySelector('.status-bar-module__state')?.textContent.includes('Not judged') === true &&
  document.querySelector('#log-row-8') !== null;
