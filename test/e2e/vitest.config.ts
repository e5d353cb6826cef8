import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    // Windows would fight for the focus, where they have one display.
    fileParallelism: false,
    isolate: false,
    // All suites run beside one another: on two cores each may take several times what it takes alone.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Where nobody can look again at once, a walk that fails has a second try; the report names it as retried.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
