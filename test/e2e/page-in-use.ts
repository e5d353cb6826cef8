import type { Page } from 'playwright-core';

declare global {
  // Added to the page by `keepInUse`.
  var use: ReturnType<typeof setInterval> | undefined;
}

/**
 * Turns the wheel where nothing scrolls, every second, as somebody who uses the page. A page that nobody uses loads the editor's
 * types, which takes 1.8 s of processor time: most walks wait for something else now and then, and few need the types.
 */
export async function keepInUse(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.use = setInterval(() => dispatchEvent(new Event('wheel')), 1_000);
  });
}

/** Leaves the page alone from now on. */
export async function leaveAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    clearInterval(globalThis.use);
  });
}
