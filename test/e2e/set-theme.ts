import type { Workbench } from './open-workbench.ts';

export const THEMES = ['light', 'dark'] as const;

/** Switches the window to a theme, as the system would. */
export async function setTheme(
  { app, page }: Pick<Workbench, 'app' | 'page'>,
  theme: (typeof THEMES)[number],
): Promise<void> {
  await app.evaluate(({ nativeTheme }, wanted) => {
    nativeTheme.themeSource = wanted;
  }, theme);
  await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
  // The page is notified before its styles change.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
