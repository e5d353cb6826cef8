import { symlink } from 'node:fs/promises';
import path from 'node:path';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../../engine/index.ts';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { compileFiles } from '../../../../main/host/scenarios/compile.ts';
import { filesFrom } from '../../../../main/host/scenarios/source-files.ts';
import { workspace } from './kitchen.ts';

const TAKES = "import menu from './menu/';\nexport default menu;";

const exportedBy = (code: string): unknown => {
  const module = { exports: {} as { default?: unknown } };
  vm.runInNewContext(code, { module, exports: module.exports, $orrery_at: [] });
  return module.exports.default;
};

async function refusalOf(folder: string): Promise<string> {
  const error: unknown = await compileScenario(folder, 'dinner.ts').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ScenarioError);
  return (error as ScenarioError).message;
}

describe('a folder that a scenario imports', () => {
  it('is an object of its files’ texts by path, without hidden files', async () => {
    const folder = await workspace({
      'dinner.ts': TAKES,
      'menu/soup.txt': 'hot',
      'menu/sweet/cake.md': '# Cake',
      'menu/.draft': 'no',
    });

    const { code, files } = await compileScenario(folder, 'dinner.ts');

    expect(exportedBy(code)).toEqual({ 'soup.txt': 'hot', 'sweet/cake.md': '# Cake' });
    expect([...files.keys()].sort()).toEqual(['dinner.ts', 'menu/soup.txt', 'menu/sweet/cake.md']);
  });

  it('compiles to the same code from the stored files', async () => {
    const folder = await workspace({ 'dinner.ts': TAKES, 'menu/soup.txt': 'hot' });
    const { code, files } = await compileScenario(folder, 'dinner.ts');

    expect((await compileFiles(filesFrom(files), 'dinner.ts')).code).toBe(code);
  });

  it.each([
    [
      '../elsewhere/',
      "'../elsewhere/' cannot be imported: a scenario imports 'orrery' and files of this workspace",
    ],
    ['/etc/', "'/etc/' cannot be imported: a scenario imports 'orrery' and files of this workspace"],
    ['./', "'./' cannot be imported: a scenario imports 'orrery' and files of this workspace"],
    ['./none/', 'none/: no such folder with files in this workspace'],
  ])('is refused when its path is %s', async (wanted, message) => {
    const folder = await workspace({ 'dinner.ts': `import menu from '${wanted}';\nexport default menu;` });

    expect(await refusalOf(folder)).toContain(message);
  });

  it('is refused when it is a symlink out of the workspace; links inside are left out', async () => {
    const outside = await workspace({ 'secret.txt': 'secret' });
    const folder = await workspace({ 'dinner.ts': TAKES });
    await symlink(outside, path.join(folder, 'menu'));
    const inside = await workspace({ 'dinner.ts': TAKES, 'menu/soup.txt': 'hot' });
    await symlink(path.join(outside, 'secret.txt'), path.join(inside, 'menu/secret.txt'));

    expect(await refusalOf(folder)).toContain('menu/: no such folder with files');
    expect(exportedBy((await compileScenario(inside, 'dinner.ts')).code)).toEqual({ 'soup.txt': 'hot' });
  });

  it('is refused when it has a binary file, too much text or too many files', async () => {
    const long = 'x'.repeat(3_000_000);
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`menu/${at}.txt`, '']));
    const refusal = async (files: Record<string, string>): Promise<string> =>
      refusalOf(await workspace({ 'dinner.ts': TAKES, ...files }));

    expect(await refusal({ 'menu/a.png': '\uFFFD' })).toContain('menu/a.png is not UTF-8 text');
    expect(await refusal({ 'menu/a': long, 'menu/b': long })).toContain('more than 5000000 characters');
    expect(await refusal(many)).toContain('more than 1000 files in one folder');
  });
});
