import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Workbench } from './open-workbench.ts';
import { setTheme, THEMES } from './set-theme.ts';

/** The rules whose outcome depends on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Accessibility problems of the page, or of the part of it that `within` selects, in words: all of them, or those that may come
 * with another theme.
 */
export async function accessibilityProblems(
  page: Page,
  within = 'html',
  rules: 'all' | 'colours' = 'all',
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ([part, runOnly]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(part, {
        resultTypes: ['violations'],
        // Style sheets belong to the whole page, and are read for one rule.
        preload: part === 'html' && runOnly === undefined,
        ...(runOnly && { runOnly }),
      }),
    [within, rules === 'all' ? undefined : COLOURS] as const,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Accessibility problems of the window in either theme; only colours differ between the two. */
export async function problemsInBothThemes(
  bench: Pick<Workbench, 'app' | 'page'>,
): Promise<readonly string[]> {
  const [first, second] = THEMES;
  await setTheme(bench, first);
  const problems = await accessibilityProblems(bench.page);
  await setTheme(bench, second);
  return [...problems, ...(await accessibilityProblems(bench.page, 'html', 'colours'))];
}
