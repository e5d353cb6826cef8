import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    // With one display, windows would fight for the focus.
    fileParallelism: false,
    isolate: false,
    // All suites run at the same time: on two cores each may take several times as long as alone.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // On CI nobody can rerun a failed walk at once, so it has a second try; the report marks it as retried.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
