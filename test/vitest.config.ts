import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The engine's sources under the names that scripts import it by. */
const alias = {
  'orrery/engine': fileURLToPath(new URL('../engine/index.ts', import.meta.url)),
  'orrery/database': fileURLToPath(new URL('../main/host/database/open-database.ts', import.meta.url)),
};

export default defineConfig({
  resolve: { alias },
  // As in the window: electron.vite.config.ts.
  css: { modules: { generateScopedName: '[name]__[local]' } },
  test: {
    css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' } },
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    // In `npm test` these run beside walks: each may take many times as long as alone.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A world is of its test: none is left in a module. To load every module anew for each file would take as long again.
    isolate: false,
    // Keeps what Vite made of each module: a quarter less processor time for the tests of the renderer's views.
    experimental: { fsModuleCache: true },
  },
});
