import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { onTestFinished } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** A program for worker processes that does `code`, which knows `answerParent`; gone after the test. */
export const workerThat = (code: string): Promise<URL> =>
  bundled({
    stdin: {
      contents: `import { answerParent } from './main/host/workers/answer-parent.ts';\n${code}`,
      resolveDir: ROOT,
    },
  });

/** What worker processes run unless told otherwise; gone after the test. */
export const ownWorker = (): Promise<URL> => bundled({ entryPoints: [join(ROOT, 'main/worker.ts')] });

async function bundled(program: BuildOptions): Promise<URL> {
  // Beside the packages that it imports.
  const outfile = join(ROOT, `out/test/worker-${randomUUID()}.mjs`);
  await build({
    ...program,
    ...{ outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
  });
  onTestFinished(() => rm(outfile));
  return pathToFileURL(outfile);
}
