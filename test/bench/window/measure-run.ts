import type { ElectronApplication, Page } from 'playwright-core';
import { framesDuring, until } from './probe.ts';
import { spreadOf, type Spread } from '../spread.ts';

/** The cost of viewing a stored run. */
export interface RunReport {
  readonly entries: number;
  /** Milliseconds until its last entry and the state after it are shown. */
  readonly open: number;
  /** Milliseconds from one frame to the next: at rest, and at work. */
  readonly frames: { readonly floor: Spread; readonly scrub: Spread; readonly zoom: Spread };
  /** Milliseconds from the press on the ruler to the app's state at that entry. */
  readonly seek: Spread;
  /** Milliseconds from typing to the count of hits: for the first search, which indexes the run, and for others. */
  readonly search: { readonly first: number; readonly others: Spread };
  readonly memory: Memory;
}

/** MiB, as the system reports them. */
export interface Memory {
  readonly main: number;
  readonly page: number;
}

/** Words of the mailbox's log, each found in a different number of entries than the previous one. */
const SEARCHES = [
  'inbox-42',
  'trash',
  'arg.email_id~"box-7"',
  'arg.email_id:inbox-77',
  'app:mail inbox-3',
  'letters',
];

export async function measureRun(
  app: ElectronApplication,
  page: Page,
  entries: number,
  times: number,
): Promise<RunReport> {
  const open = await openRun(page, 'mailbox', entries);
  const plot = (await page.locator('#timeline-plot').boundingBox())!;
  const ruler = plot.y + 8;
  const along = (part: number): number => plot.x + plot.width * (0.05 + 0.9 * part);

  const nothing = (await page.getByRole('contentinfo', { name: 'Status' }).boundingBox())!;
  const floor = await framesDuring(page, async () => {
    for (let nth = 0; nth < times; nth++) await page.mouse.move(along(nth / times), nothing.y + 8);
  });
  const scrub = await framesDuring(page, async () => {
    await page.mouse.move(along(0), ruler);
    await page.mouse.down();
    for (let nth = 0; nth < times; nth++) await page.mouse.move(along(nth / times), ruler);
    await page.mouse.up();
  });
  const zoom = await framesDuring(page, async () => {
    await page.mouse.move(along(0.4), plot.y + plot.height / 2);
    await page.keyboard.down('Control');
    for (let nth = 0; nth < times; nth++) await page.mouse.wheel(0, nth < times / 2 ? -100 : 100);
    await page.keyboard.up('Control');
  });
  await page.keyboard.press('f');

  const seek: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    await page.waitForFunction(isSettled);
    const before = await page.locator('.apps-module__state').getAttribute('data-entry');
    seek.push(
      await until(page, isOnShow, before, () => page.mouse.click(along(((nth + 1) * 0.381966) % 1), ruler)),
    );
  }
  const [first, ...others] = await searches(page);
  return {
    entries,
    open,
    seek: spreadOf(seek),
    frames: { floor: spreadOf(floor), scrub: spreadOf(scrub), zoom: spreadOf(zoom) },
    search: { first: first!, others: spreadOf(others) },
    memory: await memoryOf(app),
  };
}

/** The cost of reading an agent's transcript. */
export interface TranscriptReport {
  readonly steps: number;
  /** Milliseconds from the press on its tab until its last step is shown. */
  readonly open: number;
  /** Milliseconds from one frame to the next while scrolling. */
  readonly scroll: Spread;
}

export async function measureTranscript(page: Page, steps: number, times: number): Promise<TranscriptReport> {
  await openRun(page, 'dialogue', steps);
  const tab = page.getByRole('tab', { name: 'Transcript' });
  const open = await until(page, hasStep, steps - 1, () => tab.click());
  const list = (await page.getByRole('group', { name: 'Transcript' }).boundingBox())!;
  await page.mouse.move(list.x + list.width / 2, list.y + list.height / 2);
  const scroll = await framesDuring(page, async () => {
    for (let nth = 0; nth < times; nth++) await page.mouse.wheel(0, nth < times / 2 ? -1500 : 1500);
  });
  await page.getByRole('tab', { name: 'Apps' }).click();
  return { steps, open, scroll: spreadOf(scroll) };
}

const hasStep = (nth: number): boolean =>
  document.querySelector(`.transcript-module__steps [data-index="${nth}"]`) !== null;

/** Opens a run of the list, and waits for its last entry. Returns the milliseconds that took. */
export async function openRun(page: Page, scenario: string, entries: number): Promise<number> {
  const item = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: scenario }).first();
  return until(page, isAtLast, entries - 1, () => item.click());
}

export async function memoryOf(app: ElectronApplication): Promise<Memory> {
  const found = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ type, memory }) => [type, memory.workingSetSize / 1024] as const),
  );
  const of = (wanted: string): number => Math.round(found.find(([type]) => type === wanted)?.[1] ?? 0);
  return { main: of('Browser'), page: of('Tab') };
}

async function searches(page: Page): Promise<readonly number[]> {
  const field = page.getByRole('combobox', { name: 'Find in log' });
  const took: number[] = [];
  for (const words of SEARCHES) {
    const before = await page.evaluate(() => document.querySelector('.log-module__count')?.textContent ?? '');
    await field.focus();
    took.push(await until(page, hasOtherCount, before, () => field.fill(words)));
  }
  await field.fill('');
  return took;
}

/** A run may have another entry, for its end. All rows on show but that one have a summary. */
const isAtLast = (least: number): boolean => {
  const last = document.querySelector('#timeline-plot')?.getAttribute('aria-valuemax');
  const rows = [...document.querySelectorAll('[id^=log-row-]')];
  return (
    Number(last) >= least &&
    rows.some(({ id }) => id === `log-row-${last}`) &&
    rows.every(
      ({ id, lastElementChild: summary }) => id === `log-row-${last}` || summary?.textContent !== '',
    ) &&
    document.querySelector(`.apps-module__state[data-entry="${last}"]`) !== null
  );
};

const isSettled = (): boolean =>
  document.querySelector('.apps-module__state')?.getAttribute('data-entry') ===
  document.querySelector('#timeline-plot')?.getAttribute('aria-valuenow');

const isOnShow = (before: string | null): boolean => {
  const shown = document.querySelector('.apps-module__state')?.getAttribute('data-entry');
  return (
    shown !== before && shown === document.querySelector('#timeline-plot')?.getAttribute('aria-valuenow')
  );
};

const hasOtherCount = (before: string): boolean => {
  const count = document.querySelector('.log-module__count')?.textContent;
  return count !== undefined && count !== before;
};
