import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TypeChecks } from '../../../../main/host/scenarios/type-checks.ts';
import type { Declarations } from '../../../../preload/contract.ts';
import { workspace } from './kitchen.ts';
import { cooking, pantry } from './pantry.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const workerFile = path.join(root, `out/test/type-check-worker-${process.pid}.mjs`);

function typeChecks(declarations: () => Promise<Declarations> = () => Promise.resolve(pantry)): TypeChecks {
  const checks = new TypeChecks(pathToFileURL(workerFile), declarations);
  onTestFinished(() => {
    checks[Symbol.dispose]();
  });
  return checks;
}

describe('TypeChecks', () => {
  beforeAll(async () => {
    await build({
      entryPoints: [path.join(root, 'main/host/scenarios/type-check-worker.ts')],
      outfile: workerFile,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    });
  });
  afterAll(() => rm(workerFile));

  it('checks beside the main thread, one after another', async () => {
    const folder = await workspace({
      'dinner.ts': cooking('stove.fry();'),
      'lunch.ts': cooking('stove.cool();'),
    });
    const checks = typeChecks();

    const found = await Promise.all([checks.check(folder, 'dinner.ts'), checks.check(folder, 'lunch.ts')]);
    const problems = found.map((check) => check.problems);

    expect(problems).toEqual([
      [
        {
          severity: 'error',
          message: "Property 'fry' does not exist on type 'Stove'.",
          place: { file: 'dinner.ts', line: 3, column: 23 },
        },
      ],
      [],
    ]);
  });

  it('asks for the declarations again when they could not be read', async () => {
    const folder = await workspace({ 'dinner.ts': cooking('stove.cool();') });
    let built = false;
    const checks = typeChecks(() =>
      built ? Promise.resolve(pantry) : Promise.reject(new Error('not built yet')),
    );

    await expect(checks.check(folder, 'dinner.ts')).rejects.toThrow('not built yet');
    built = true;
    await expect(checks.check(folder, 'dinner.ts')).resolves.toMatchObject({ problems: [] });
  });

  it('gives up on types that never end, says so, and goes on with the others', async () => {
    const folder = await workspace({ 'endless.ts': '', 'dinner.ts': '' });
    const thread = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', ({ id, path }) => {
        while (path === 'endless.ts');
        parentPort.postMessage({ id, check: { problems: [], reads: [] } });
      });`;
    const file = path.join(folder, 'thread.cjs');
    await writeFile(file, thread);
    const checks = new TypeChecks(pathToFileURL(file), () => Promise.resolve(pantry), 1_000);

    const [endless, dinner] = await Promise.all([
      checks.check(folder, 'endless.ts'),
      checks.check(folder, 'dinner.ts'),
    ]);

    expect(endless.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: Types not checked: the check took longer than 1 s. A type may refer to itself without end.',
    ]);
    expect(dinner.problems).toEqual([]);
    expect((await checks.check(folder, 'dinner.ts')).problems).toEqual([]);
  });

  it('gives up what is under way when it is disposed', async () => {
    const folder = await workspace({ 'dinner.ts': cooking('stove.cool();') });
    const checks = typeChecks(() => {
      // By then the thread has been asked, and is still reading TypeScript.
      setTimeout(() => {
        checks[Symbol.dispose]();
      });
      return Promise.resolve(pantry);
    });

    await expect(checks.check(folder, 'dinner.ts')).rejects.toThrow(
      'the type checker ended before it answered',
    );
  });
});
