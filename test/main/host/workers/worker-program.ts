import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { afterAll } from 'vitest';
import { engineProgram } from '../../../../main/host/scenarios/engine-program.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Packages with native parts, and those that call `require` as they run. The others are bundled, as the build does. */
const EXTERNAL = ['better-sqlite3', 'bullmq', 'esbuild', 'ioredis', 'pg', 'typescript', 'yauzl'];

/** A program that runs `code`, which imports by paths from the project's folder. Called as {@link ownWorker}. */
export const programThat = (code: string): (() => Promise<URL>) =>
  forAllTests({ stdin: { contents: code, resolveDir: ROOT, loader: 'ts' } });

/** A worker program that runs `code`, which can use `answerParent`. Called as {@link ownWorker}. */
export const workerThat = (code: string): (() => Promise<URL>) =>
  programThat(`import { answerParent } from './main/host/workers/answer-parent.ts';\n${code}`);

/**
 * The program of our own worker processes. Call it outside of tests: the program is bundled for the file's first test that asks,
 * and deleted after the last.
 */
export const ownWorker = (): (() => Promise<URL>) =>
  forAllTests({ entryPoints: [join(ROOT, 'main/worker.ts')], splitting: true }, async (folder) => {
    // As the build does: without it, each worker process bundles the engine again, which takes longer than most runs.
    await writeFile(join(folder, 'realm-program.js'), engineProgram());
  });

function forAllTests(
  source: BuildOptions,
  addTo: (folder: string) => Promise<void> = () => Promise.resolve(),
): () => Promise<URL> {
  // Next to node_modules, so that its imports resolve.
  const folder = join(ROOT, `out/test/worker-${randomUUID()}`);
  afterAll(() => rm(folder, { recursive: true, force: true }));
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
    }).then(() => addTo(folder)));
    return pathToFileURL(join(folder, 'worker.mjs'));
  };
}
