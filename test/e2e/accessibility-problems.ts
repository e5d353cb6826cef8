import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Accessibility problems of the page, or of the part of it that `within` selects, in words. */
export async function accessibilityProblems(page: Page, within = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (part) => (globalThis as unknown as { axe: typeof axe }).axe.run(part, { resultTypes: ['violations'] }),
    within,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
