import type { Page } from 'playwright-core';

/** Collects the errors that `page` reports from now on. */
export function faultsOf(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  return faults;
}
