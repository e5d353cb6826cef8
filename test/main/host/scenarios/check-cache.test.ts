import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../engine/model/index.ts';
import { CheckCache, type ReadFile } from '../../../../main/host/scenarios/check-cache.ts';
import { TypeChecker } from '../../../../main/host/scenarios/type-checker.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { workspace } from './kitchen.ts';
import { pantry } from './pantry.ts';

const FILES = {
  'dinner.ts': "import { soup } from './soup';\nimport './salt';\nexport const hot: string = soup;\n",
  'soup.ts': 'export const soup = 1;\n',
};

/** A workspace whose `dinner.ts` was checked, and the cache with the result. */
async function checkedDinner(): Promise<{
  readonly folder: string;
  readonly kept: CheckCache;
  readonly problems: readonly Problem[];
  readonly reads: readonly ReadFile[];
}> {
  const folder = await workspace(FILES);
  const checker = new TypeChecker(folder, pantry);
  const problems = checker.check('dinner.ts');
  const reads = checker.reads();
  const kept = new CheckCache(join(temporaryFolder(), 'checks'), 'one compiler');
  await kept.keep(folder, 'dinner.ts', { problems, reads });
  return { folder, kept, problems, reads };
}

describe('CheckCache', () => {
  it('finds the problems of the same sources in any folder', async () => {
    const { folder, kept, problems } = await checkedDinner();

    expect(problems).not.toEqual([]);
    expect(await kept.find(folder, 'dinner.ts')).toEqual(problems);
    expect(await kept.find(await workspace(FILES), 'dinner.ts')).toEqual(problems);
  });

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['the scenario', (folder) => writeFile(join(folder, 'dinner.ts'), 'export {};')],
    ['a file that it imports', (folder) => writeFile(join(folder, 'soup.ts'), "export const soup = 'hot';")],
    ['a file that is gone', (folder) => rm(join(folder, 'soup.ts'))],
    ['a file that was missing', (folder) => writeFile(join(folder, 'salt.ts'), 'export {};')],
  ])('returns undefined after %s has changed', async (_what, change) => {
    const { folder, kept } = await checkedDinner();

    await change(folder);

    expect(await kept.find(folder, 'dinner.ts')).toBeUndefined();
  });

  it('returns undefined for another compiler version and for an unusable folder', async () => {
    const { folder, problems, reads } = await checkedDinner();
    const other = new CheckCache(temporaryFolder(), 'another compiler');
    const nowhere = new CheckCache('/proc/none', 'one compiler');

    await nowhere.keep(folder, 'dinner.ts', { problems, reads });

    expect(await other.find(folder, 'dinner.ts')).toBeUndefined();
    expect(await nowhere.find(folder, 'dinner.ts')).toBeUndefined();
  });
});
