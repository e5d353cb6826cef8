import type { Workbench } from './open-workbench.ts';

export const THEMES = ['light', 'dark'] as const;

/** Has the window wear a theme, as the system would ask it to. */
export async function wear(
  { app, page }: Pick<Workbench, 'app' | 'page'>,
  theme: (typeof THEMES)[number],
): Promise<void> {
  await app.evaluate(({ nativeTheme }, wanted) => {
    nativeTheme.themeSource = wanted;
  }, theme);
  await page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
  // The page hears of it before its styles follow.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
