import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { temporaryPrograms, temporarySettings } from './temporary-folders.ts';

/** The engine's sources under the names that scripts import it by. */
const alias = {
  'orrery/engine': fileURLToPath(new URL('../engine/index.ts', import.meta.url)),
  'orrery/database': fileURLToPath(new URL('../main/host/database/open-database.ts', import.meta.url)),
};

const needsPage = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment');

/** Short files that take long, because they start programs or try something hundreds of times. */
const takesLong = ({ moduleId }: TestSpecification): boolean => /\/test\/(?:bench|hostile)\//.test(moduleId);

/**
 * The files that need a page come first: a worker keeps its modules only while the next file needs the same environment. In
 * vitest's own order the two kinds are mixed, and loading the modules again takes a quarter of the whole processor time. Its order
 * is by size, so that one worker would run a short file that takes long after the other has nothing left to do.
 */
class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const others = sorted.filter((file) => !needsPage(file));
    return [
      ...sorted.filter(needsPage),
      ...others.filter(takesLong),
      ...others.filter((file) => !takesLong(file)),
    ];
  }
}

export default defineConfig({
  resolve: { alias },
  // As in the window: electron.vite.config.ts.
  css: { modules: { generateScopedName: '[name]__[local]' } },
  test: {
    css: { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' } },
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**'],
    setupFiles: ['test/fixed-seed.ts'],
    // What tests run is trusted in settings of their own.
    env: { ORRERY_SETTINGS: temporarySettings(), ORRERY_PROGRAMS: temporaryPrograms() },
    // In `npm test` these run beside walks: each may take many times as long as alone.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // A world is of its test: none is left in a module. To load every module anew for each file would take as long again.
    isolate: false,
    sequence: { sequencer: ByEnvironment },
    // Keeps what Vite made of each module: a quarter less processor time for the tests of the renderer's views.
    experimental: { fsModuleCache: true },
  },
});
