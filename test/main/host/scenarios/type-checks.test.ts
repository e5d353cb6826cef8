import { cpSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { oneAfterAnother, TypeChecks } from '../../../../main/host/scenarios/type-checks.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownWorker, workerThat } from '../workers/worker-program.ts';
import { workspace } from './kitchen.ts';
import { cooking, pantry } from './pantry.ts';

const worker = ownWorker();

// It blocks its process as a loop does, but uses no processor for it.
const stuck = workerThat(`answerParent(({ path }) => {
  if (path === 'endless.ts') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return { problems: [], reads: [] };
});`);

/** The stand-in declarations as files with the names that the compiler writes. */
const DECLARED = Object.fromEntries(
  Object.entries(pantry.files).map(([file, text]) => [file.replace('orrery/', ''), text]),
);

async function typeChecks(types = temporaryFolder(DECLARED)): Promise<TypeChecks> {
  const checks = new TypeChecks({ types, program: await worker() });
  onTestFinished(() => {
    checks[Symbol.dispose]();
  });
  return checks;
}

describe('TypeChecks', () => {
  it('checks scenarios in a worker process, one after another', async () => {
    const folder = await workspace({
      'dinner.ts': cooking('stove.fry();'),
      'lunch.ts': cooking('stove.cool();'),
    });
    const checks = await typeChecks();

    const found = await Promise.all([checks.check(folder, 'dinner.ts'), checks.check(folder, 'lunch.ts')]);

    expect(found.map(({ problems }) => problems)).toEqual([
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

  it('reads the declarations again after they were missing', async () => {
    const folder = await workspace({ 'dinner.ts': cooking('stove.cool();') });
    const types = temporaryFolder();
    const checks = await typeChecks(types);

    await expect(checks.check(folder, 'dinner.ts')).rejects.toMatchObject({ code: 'declarations-missing' });
    cpSync(temporaryFolder(DECLARED), types, { recursive: true });
    await expect(checks.check(folder, 'dinner.ts')).resolves.toMatchObject({ problems: [] });
  });

  it('reports a check that exceeds its time and continues with the next', async () => {
    const folder = await workspace({});
    using checks = new TypeChecks({ longest: 4_000, program: await stuck() });

    const [endless, dinner] = await Promise.all([
      checks.check(folder, 'endless.ts'),
      checks.check(folder, 'dinner.ts'),
    ]);

    expect(endless.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: Types not checked: the check took longer than 4 s. A type may refer to itself without end.',
    ]);
    expect(dinner.problems).toEqual([]);
    expect(await checks.check(folder, 'dinner.ts')).toEqual({ problems: [], reads: [] });
  });

  it('rejects an unfinished check as cancelled when it is disposed', async () => {
    const folder = await workspace({ 'dinner.ts': cooking('stove.cool();') });
    const checks = await typeChecks();
    const checking = checks.check(folder, 'dinner.ts');
    checks[Symbol.dispose]();

    await expect(checking).rejects.toMatchObject({ why: 'cancelled' });
  });
});

describe('oneAfterAnother', () => {
  it('begins a check of a scenario when its check before has ended, even with an error', async () => {
    const folder = temporaryFolder();
    const begun: string[] = [];
    const ends: ((problem?: Error) => void)[] = [];
    const check = oneAfterAnother((_folder, path) => {
      begun.push(path);
      return new Promise((resolve, reject) => {
        ends.push((problem) => {
          if (problem === undefined) resolve([]);
          else reject(problem);
        });
      });
    });
    const first = check(folder, 'soup.ts');
    await expect.poll(() => begun).toEqual(['soup.ts']);
    const others = ['soup.ts', 'cake.ts'].map((path) => check(folder, path));
    await expect.poll(() => begun).toEqual(['soup.ts', 'cake.ts']);

    ends[0]!(new Error('no stove'));

    await expect(first).rejects.toThrow('no stove');
    await expect.poll(() => begun).toEqual(['soup.ts', 'cake.ts', 'soup.ts']);
    for (const end of ends) end();
    await expect(Promise.all(others)).resolves.toEqual([[], []]);
  });
});
