import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { bundleProgram } from './main/host/scenarios/bundle-program.ts';

// electron-vite would derive the targets from the electron package; the build must run on 33 as well as on 45.
const NODE = 'node20.18';
const CHROME = 'chrome130';

const BUNDLED =
  '@modelcontextprotocol/client @modelcontextprotocol/server bullmq commander diff eventsource-parser fzstd hyparquet hyparquet-compressors ioredis jsonrepair modern-tar pg tinyglobby tinyqueue yauzl zod'.split(
    ' ',
  );

/** Before the schema library, in each file: it checks by its own code, and compiles none. */
const BANNER = 'globalThis.__zod_globalConfig ??= { jitless: true };';

export default defineConfig({
  main: {
    plugins: [
      {
        // The program of scenarios' realms is read as a text.
        name: 'realm-program',
        generateBundle() {
          const source = bundleProgram('engine/realm/program.ts');
          this.emitFile({ type: 'asset', fileName: 'realm-program.js', source });
        },
      },
    ],
    build: {
      target: NODE,
      outDir: 'out/main',
      // What has native parts or files of its own beside its code stays where npm put it.
      externalizeDeps: {
        exclude: BUNDLED,
      },
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          cli: 'main/cli/supervisor.ts',
          'cli-main': 'main/cli/main.ts',
          // For programs that run several command lines in one process.
          'command-line': 'main/cli/command-line.ts',
          // For programs that show the page in another browser.
          workbench: 'main/workbench.ts',
          worker: 'main/worker.ts',
          'model-agent': 'main/model-agent/main.ts',
        },
        // Flat, so that a file is found beside any other by its name.
        output: {
          format: 'es',
          banner: BANNER,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    build: {
      target: NODE,
      outDir: 'out/preload',
      rolldownOptions: {
        input: { index: 'preload/index.ts' },
        output: { format: 'cjs', banner: BANNER, entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    // Readable, for who looks at the page and for the walks through it.
    css: { modules: { generateScopedName: '[name]__[local]' } },
    build: {
      target: CHROME,
      outDir: 'out/renderer',
      // Half as much to parse each time an editor opens.
      minify: true,
      rolldownOptions: { input: 'renderer/index.html' },
    },
  },
});
