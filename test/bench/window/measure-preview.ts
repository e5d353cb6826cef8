import type { Page } from 'playwright-core';
import { spreadOf, type Spread } from '../spread.ts';
import { framesDuring, until } from './probe.ts';

/** Milliseconds of the live preview. */
export interface PreviewReport {
  /** From a key to the picture of the new run, by the number of its entries. */
  readonly runs: readonly { readonly entries: number; readonly shown: Spread }[];
  /** The longest frame while somebody types an endless loop, what has a wrong type, and a check that throws. */
  readonly longestFrame: number;
}

/** The scenarios of the workshop that are previewed, by the number of their entries. */
export const PREVIEWED = [100, 1_000, 10_000] as const;

const MISTAKES = ['for (;;);', 'const wrong: number = word;', "throw new Error('no');"];
/** Long enough for three time-outs of a second. */
const HANGING = 4_000; // milliseconds

export async function measurePreview(page: Page, times: number): Promise<PreviewReport> {
  const runs: { readonly entries: number; readonly shown: Spread }[] = [];
  for (const entries of PREVIEWED) {
    await openScenario(page, `lively-${entries}.ts`);
    await page.keyboard.press('Control+F5');
    await page.waitForFunction(hasEntries, entries, { timeout: 180_000 });
    const shown: number[] = [];
    for (let nth = 0; nth < times; nth++) {
      const before = await page.evaluate(hashShown);
      shown.push(await until(page, hasOtherHash, before, () => page.keyboard.type('x')));
    }
    // The first is run by a process that has just begun.
    runs.push({ entries, shown: spreadOf(shown.slice(1)) });
    await page.keyboard.press('Control+F5');
  }

  await openScenario(page, 'lively-1000.ts');
  await page.keyboard.press('Control+F5');
  await page.waitForFunction(hasEntries, 1_000, { timeout: 180_000 });
  // Into the check, which is below.
  for (let lines = 2; lines > 0; lines--) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const frames = await framesDuring(page, async () => {
    for (const mistake of MISTAKES) {
      await page.keyboard.type(mistake);
      await page.waitForTimeout(HANGING);
      for (let left = mistake.length; left > 0; left--) await page.keyboard.press('Backspace');
    }
  });
  await page.keyboard.press('Control+F5');
  return { runs, longestFrame: Math.max(...frames) };
}

/** Opens a scenario with the cursor in the text of its messages. */
async function openScenario(page: Page, name: string): Promise<void> {
  await page
    .getByRole('list', { name: 'Scenarios' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await page.locator(`.monaco-editor[data-uri$="/${name}"] .view-line`).first().waitFor();
  await page.getByRole('textbox', { name: 'Scenario source' }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  // Before the quotation mark and the semicolon.
  for (let left = 2; left > 0; left--) await page.keyboard.press('ArrowLeft');
}

const hasEntries = (entries: number): boolean =>
  document.querySelector('#timeline-plot')?.getAttribute('aria-valuemax') === String(entries - 1) &&
  document.querySelector('[aria-label="Live preview"][role=status]') !== null;

const hashShown = (): string => document.querySelector('[title^="Log hash"]')?.getAttribute('title') ?? '';

/** Whether another log is shown: its hash is drawn with its rows. */
const hasOtherHash = (before: string): boolean => {
  const now = document.querySelector('[title^="Log hash"]')?.getAttribute('title') ?? '';
  return now !== '' && now !== before;
};
