import type { Page } from 'playwright-core';

/** Collects the errors that `page` reports from now on. */
export function pageErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  return errors;
}
