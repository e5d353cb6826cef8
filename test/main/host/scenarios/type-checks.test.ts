import { cpSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TypeChecks } from '../../../../main/host/scenarios/type-checks.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownWorker, workerThat } from '../workers/worker-program.ts';
import { workspace } from './kitchen.ts';
import { cooking, pantry } from './pantry.ts';

/** The stand-in declarations as files, as the compiler writes them. */
const DECLARED = Object.fromEntries(
  Object.entries(pantry.files).map(([file, text]) => [file.replace('orrery/', ''), text]),
);

async function typeChecks(types = temporaryFolder(DECLARED)): Promise<TypeChecks> {
  const checks = new TypeChecks({ types, program: await ownWorker() });
  onTestFinished(() => {
    checks[Symbol.dispose]();
  });
  return checks;
}

describe('TypeChecks', () => {
  it('checks beside the main thread, one after another', async () => {
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

  it('reads the declarations again when they could not be read', async () => {
    const folder = await workspace({ 'dinner.ts': cooking('stove.cool();') });
    const types = temporaryFolder();
    const checks = await typeChecks(types);

    await expect(checks.check(folder, 'dinner.ts')).rejects.toMatchObject({ code: 'declarations-missing' });
    cpSync(temporaryFolder(DECLARED), types, { recursive: true });
    await expect(checks.check(folder, 'dinner.ts')).resolves.toMatchObject({ problems: [] });
  });

  it('gives up on types that never end, says so, and goes on with the others', async () => {
    const folder = await workspace({});
    const program = await workerThat(`answerParent(({ path }) => {
      while (path === 'endless.ts');
      return { problems: [], reads: [] };
    });`);
    using checks = new TypeChecks({ longest: 1_000, program });

    const [endless, dinner] = await Promise.all([
      checks.check(folder, 'endless.ts'),
      checks.check(folder, 'dinner.ts'),
    ]);

    expect(endless.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: Types not checked: the check took longer than 1 s. A type may refer to itself without end.',
    ]);
    expect(dinner.problems).toEqual([]);
    expect(await checks.check(folder, 'dinner.ts')).toEqual({ problems: [], reads: [] });
  });

  it('gives up what is under way when it is disposed', async () => {
    const folder = await workspace({ 'dinner.ts': cooking('stove.cool();') });
    const checks = await typeChecks();
    const checking = checks.check(folder, 'dinner.ts');
    checks[Symbol.dispose]();

    await expect(checking).rejects.toMatchObject({ why: 'cancelled' });
  });
});
