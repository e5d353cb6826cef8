import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/hostile/suite/*.hostile.ts'],
    testTimeout: 3 * 3_600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
