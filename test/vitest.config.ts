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
    // Some check types in a worker or fill a database, which a busy machine takes its time for.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    // A world is of its test: none is left in a module. To load every module anew for each file would take as long again.
    isolate: false,
  },
});
