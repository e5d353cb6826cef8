import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** A worker program that runs `code`, which can use `answerParent`; deleted after the test. */
export const workerThat = (code: string): Promise<URL> =>
  bundled({
    stdin: {
      contents: `import { answerParent } from './main/host/workers/answer-parent.ts';\n${code}`,
      resolveDir: ROOT,
    },
  });

/** The program of our own worker processes; deleted after the test. */
export const ownWorker = (): Promise<URL> => bundled({ entryPoints: [join(ROOT, 'main/worker.ts')] });

async function bundled(program: BuildOptions): Promise<URL> {
  // Next to node_modules, so that its imports resolve.
  const outfile = join(ROOT, `out/test/worker-${randomUUID()}.mjs`);
  await build({
    ...program,
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  onTestFinished(() => rm(outfile));
  return pathToFileURL(outfile);
}
