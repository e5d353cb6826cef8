import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    // Some check types in a worker or fill a database, which a busy machine takes its time for.
    testTimeout: 20_000,
  },
});
