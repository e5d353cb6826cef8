import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recording } from '../../../../main/host/scenarios/compile-cache.ts';
import { compileFiles, type CompiledScenario, dataOf } from '../../../../main/host/scenarios/compile.ts';
import { filesIn } from '../../../../main/host/scenarios/source-files.ts';
import { type CompilationRead, StoredCompilations } from '../../../../main/host/scenarios/compile-cache.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { workspace } from './kitchen.ts';

const FILES = {
  'dinner.ts':
    "import { soup } from './soup';\nimport menu from './menu/';\nexport default { soup, menu };\n",
  'soup.ts': "export const soup: string = 'hot';\n",
  'menu/today.txt': 'soup',
};

/** A workspace whose `dinner.ts` was compiled, and the folder with the result. */
async function compiledDinner(): Promise<{
  readonly folder: string;
  readonly kept: string;
  readonly stored: StoredCompilations;
  readonly compiled: CompiledScenario;
  readonly reads: readonly CompilationRead[];
}> {
  const folder = await workspace(FILES);
  const kept = join(temporaryFolder(), 'compilations');
  const stored = new StoredCompilations(kept, 'one compiler');
  const reads: CompilationRead[] = [];
  const compiled = await compileFiles(recording(filesIn(folder), reads), 'dinner.ts');
  await stored.keep(filesIn(folder), 'dinner.ts', compiled, reads);
  return { folder, kept, stored, compiled, reads };
}

describe('StoredCompilations', () => {
  it('finds the script of the same sources in any folder, with its places', async () => {
    const { folder, stored, compiled } = await compiledDinner();

    for (const same of [folder, await workspace(FILES)]) {
      const found = await stored.find(filesIn(same), 'dinner.ts');
      expect(found && dataOf(found.compiled)).toEqual(dataOf(compiled));
      expect(found?.compiled.places.ofMark(1)).toEqual(compiled.places.ofMark(1));
    }
  });

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['the scenario', (folder) => writeFile(join(folder, 'dinner.ts'), 'export default {};')],
    ['a file that it imports', (folder) => writeFile(join(folder, 'soup.ts'), "export const soup = 'cold';")],
    ['a file that is gone', (folder) => rm(join(folder, 'soup.ts'))],
    ['a file that is found first', (folder) => writeFile(join(folder, 'soup'), '')],
    ['a new file in a folder', (folder) => writeFile(join(folder, 'menu/tomorrow.txt'), 'salad')],
    ['a file in a folder', (folder) => writeFile(join(folder, 'menu/today.txt'), 'salad')],
  ])('finds nothing after a change of %s', async (_what, change) => {
    const { folder, stored } = await compiledDinner();

    await change(folder);

    expect(await stored.find(filesIn(folder), 'dinner.ts')).toBeUndefined();
  });

  it('finds nothing that is damaged', async () => {
    const { folder, kept, stored } = await compiledDinner();
    const [name = ''] = await readdir(kept);
    const file = join(kept, name);
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;

    await writeFile(file, bytes);

    expect(await stored.find(filesIn(folder), 'dinner.ts')).toBeUndefined();
  });

  it('finds nothing of another compiler version, nor in an unusable folder', async () => {
    const { folder, kept, compiled, reads } = await compiledDinner();
    const other = new StoredCompilations(kept, 'another compiler');
    const nowhere = new StoredCompilations('/proc/none', 'one compiler');

    await nowhere.keep(filesIn(folder), 'dinner.ts', compiled, reads);

    expect(await other.find(filesIn(folder), 'dinner.ts')).toBeUndefined();
    expect(await nowhere.find(filesIn(folder), 'dinner.ts')).toBeUndefined();
  });
});
