import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/cluster/*.cluster.ts'],
    fileParallelism: false,
    server: { deps: { external: [/\/out\/main\//] } },
    testTimeout: 300_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 200_000, interval: 500 } },
  },
});
