import type { Page } from 'playwright-core';
import type { RunId } from '../../../engine/model/values/ids.ts';
import type { Bridge } from '../../../preload/contract.ts';
import { until } from './probe.ts';
import { spreadOf, type Spread } from '../spread.ts';

declare global {
  // Added to the page by preload.
  var bridge: Bridge;
}

/** Simulated seconds for each second; there is an event in each. */
const PACE = 3600;
const DOCK = '[aria-label="Bottom panel"]';
const TABS = ['Notes', 'Log'];

/**
 * Milliseconds from the press on a tab to its content, while a run of `events` events goes on at {@link PACE} and is watched.
 */
export async function measurePace(page: Page, events: number, times: number): Promise<Spread> {
  const run = await page.evaluate(begin, PACE);
  await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: 'paced' }).first().click();
  const clicks: number[] = [];
  for (let nth = 0; nth < times; nth++) {
    const wanted = Math.floor((events * (nth + 1)) / (times + 2));
    await page.waitForFunction(hasCome, wanted, { timeout: 180_000 });
    const name = TABS[nth % TABS.length]!;
    const { x, y } = (await page.locator(DOCK).getByRole('tab', { name }).boundingBox())!;
    clicks.push(await until(page, isChosen, name, () => page.mouse.click(x + 8, y + 8)));
  }
  await page.evaluate((id) => bridge.call('run.control', { run: id, control: { kind: 'stop' } }), run);
  return spreadOf(clicks);
}

async function begin(pace: number): Promise<RunId> {
  const request = { scenario: 'scenarios/paced.ts', mode: 'plain', paused: false, pace } as const;
  const reply = await bridge.call('run.start', request);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.id;
}

const hasCome = (entries: number): boolean =>
  Number(document.querySelector('#timeline-plot')?.getAttribute('aria-valuemax')) >= entries;

const isChosen = (name: string): boolean =>
  [...document.querySelectorAll('[role=tab][aria-selected=true]')].some((tab) =>
    tab.textContent.startsWith(name),
  );
