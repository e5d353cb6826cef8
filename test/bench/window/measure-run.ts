import type { ElectronApplication, Page } from 'playwright-core';
import { framesDuring, until, untilEach } from './probe.ts';
import { spreadOf, type Spread } from '../spread.ts';

/** The cost of viewing a stored run. */
export interface RunReport {
  readonly entries: number;
  readonly open: Opening;
  /** Milliseconds from one frame to the next: at rest, and at work. */
  readonly frames: { readonly floor: Spread; readonly scrub: Spread; readonly zoom: Spread };
  /** Milliseconds from the press on the ruler to the app's state at that entry. */
  readonly seek: Spread;
  /** Milliseconds from typing to the count of hits: for the first search, which indexes the run, and for others. */
  readonly search: { readonly first: number; readonly others: Spread };
  readonly memory: Memory;
}

/** Milliseconds from the press on a run. */
export interface Opening {
  /** Until its last entry, those before it in view, and the state after it are shown. */
  readonly end: number;
  /** Until the timeline has all entries. */
  readonly whole: number;
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
  'arg.email_id:"box-7"',
  'arg.email_id=inbox-77',
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

/** Opens a run of the list, and waits until all of it is there. */
export async function openRun(page: Page, scenario: string, entries: number): Promise<Opening> {
  const item = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: scenario }).first();
  const [end, whole] = await untilEach(page, [hasEnd, hasAll], entries - 1, () => item.click());
  return { end: end!, whole: whole! };
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

/** Whether the log is at its last entry, `least` or one for the run's end. All rows on show but that one have a summary. */
const hasEnd = (least: number): boolean => {
  const last = document.querySelector('[id^=log-row-][aria-selected=true]')?.id ?? '';
  const rows = [...document.querySelectorAll('[id^=log-row-]')];
  return (
    Number(last.slice('log-row-'.length)) >= least &&
    rows.every(({ id, lastElementChild: summary }) => id === last || summary?.textContent !== '') &&
    document.querySelector(`.apps-module__state[data-entry="${last.slice('log-row-'.length)}"]`) !== null
  );
};

const hasAll = (least: number): boolean => {
  const last = document.querySelector('#timeline-plot')?.getAttribute('aria-valuemax');
  return (
    Number(last) >= least &&
    document.querySelector(`#log-row-${last}[aria-selected=true]`) !== null &&
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
