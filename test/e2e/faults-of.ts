import type { Page } from 'playwright-core';

/** What `page` complains of from now on. */
export function faultsOf(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  return faults;
}
