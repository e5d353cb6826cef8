import { defineConfig } from 'vitest/config';
import { temporarySettings } from '../temporary-folders.ts';

export default defineConfig({
  test: {
    include: ['test/screenshots/*.screenshots.ts'],
    env: { ORRERY_SETTINGS: temporarySettings() },
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
