import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['e2e/**'],
  },
});
