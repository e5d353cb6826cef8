import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { engineProgram } from '../../../../main/host/scenarios/engine-program.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Packages with native parts, and those that call `require` as they run. The others are bundled, as the build does. */
const EXTERNAL = ['better-sqlite3', 'bullmq', 'esbuild', 'ioredis', 'pg', 'typescript', 'yauzl'];

/** A program that runs `code`, which imports by paths from the project's folder. It is bundled for the first test that asks. */
export const programThat = (code: string): (() => Promise<URL>) =>
  bundledOnce({ stdin: { contents: code, resolveDir: ROOT, loader: 'ts' } });

/** A worker program that runs `code`, which can use `answerParent`. It is bundled for the first test that asks. */
export const workerThat = (code: string): (() => Promise<URL>) =>
  programThat(`import { answerParent } from './main/host/workers/answer-parent.ts';\n${code}`);

const own = bundledOnce(
  { entryPoints: [join(ROOT, 'main/worker.ts')], splitting: true },
  // As the build does: without it, each worker process bundles the engine again, which takes longer than most runs.
  (folder) => writeFile(join(folder, 'realm-program.js'), engineProgram()),
);

/** The program of our own worker processes. It is bundled for the first test that asks, and once for all files of this process. */
export const ownWorker = (): (() => Promise<URL>) => own;

function bundledOnce(source: BuildOptions, addTo?: (folder: string) => Promise<void>): () => Promise<URL> {
  const folder = join(process.env['ORRERY_PROGRAMS']!, randomUUID());
  let built: Promise<unknown> | undefined;
  return async () => {
    await (built ??= build({
      ...source,
      outdir: folder,
      entryNames: 'worker',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      external: EXTERNAL,
      platform: 'node',
      format: 'esm',
      target: 'node20',
    }).then(() => addTo?.(folder)));
    return pathToFileURL(join(folder, 'worker.mjs'));
  };
}
