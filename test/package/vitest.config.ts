import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/package/*.package.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
