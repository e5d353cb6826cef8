import { build } from 'esbuild';
import { join } from 'node:path';
import { ROOT } from '../shared/places.mjs';

/**
 * Builds the parts of reports into `folder`: one script and one style sheet without further dependencies.
 *
 * @param {string} folder
 */
export async function buildReport(folder) {
  await build({
    entryPoints: { report: join(ROOT, 'renderer/report/index.tsx') },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'iife',
    jsx: 'automatic',
    // Browsers that readers of a report may have.
    target: ['chrome110', 'firefox113', 'safari16.4'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  });
}
