import { createRequire } from 'node:module';
import type esbuild from 'esbuild';

/** Bundles the module `entry`, which exports a function `program`, into a script for a realm, with everything that it imports. */
export function bundleProgram(entry: string): string {
  // Loaded only here: the build has bundled the program, and esbuild would be loaded by each process that runs a scenario.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof esbuild;
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'engine',
    // The schema library asks whether a value is a promise. In a realm there are none.
    banner: { js: 'class Promise {}' },
    footer: { js: 'const { program } = engine;' },
    target: 'node20.19',
    legalComments: 'none',
    // A third less to read for each process that plans. Names stay: errors and tools have them.
    minifyWhitespace: true,
    charset: 'utf8',
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
