import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../shared/places.mjs';

/**
 * Builds the modules 'orrery/engine' and 'orrery/database' for Node scripts into `folder`.
 *
 * @param {string} folder
 */
export async function buildEngine(folder) {
  // The names of chunks change: old ones would never be replaced.
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: {
      index: join(ROOT, 'engine/index.ts'),
      database: join(ROOT, 'main/host/database/open-database.ts'),
    },
    outdir: folder,
    bundle: true,
    // Both modules share the engine's classes: an error that one throws is an instance of the other's class.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['better-sqlite3'],
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  });
}
