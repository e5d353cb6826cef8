import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ScenarioError } from '../../../../engine/index.ts';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { cook, dinner, workspace } from './kitchen.ts';

async function problemsOf(files: Readonly<Record<string, string>>, entry = 'dinner.ts'): Promise<string[]> {
  return problemsIn(await workspace(files), entry);
}

async function problemsIn(folder: string, entry = 'dinner.ts'): Promise<string[]> {
  const error: unknown = await compileScenario(folder, entry).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ScenarioError);
  return (error as ScenarioError).problems.map(({ message, place }) =>
    place === undefined ? message : `${place.file}:${place.line}:${place.column} ${message}`,
  );
}

describe('compileScenario()', () => {
  it('places a syntax error at its line and column', async () => {
    expect(await problemsOf({ 'dinner.ts': "const soup = 'hot';\nconst roast = ;\n" })).toEqual([
      'dinner.ts:2:15 Expression expected.',
    ]);
  });

  it.each([
    ['lists', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a sum', `${'1+'.repeat(100_000)}1`],
  ])('reports that %s is nested too deeply', async (_what, deep) => {
    expect(await problemsOf({ 'dinner.ts': `export default ${deep};\n` })).toEqual([
      'dinner.ts:1:1 The code is nested too deeply to be read. Put long lists into a .json file.',
    ]);
  });

  it('says where an imported .json file has too many levels, and not of brackets in its texts', async () => {
    const files = {
      'dinner.ts': "import guests from './guests.json';\nexport default guests;",
      'guests.json': `["\\"${'['.repeat(300)}",\n ${'['.repeat(2_400_000)}`,
    };

    expect(await problemsOf(files)).toEqual(['guests.json:2:201 More than 200 levels of lists and objects.']);
  });

  it('places a syntax error of an imported .json file at its line and column', async () => {
    const files = {
      'dinner.ts': "import guests from './guests.json';\nexport default guests;",
      'guests.json': '["Ada",\n "Grace" "Alan"]',
    };

    expect(await problemsOf(files)).toEqual(['guests.json:2:10 Expected "," in JSON but found "\\"Alan\\""']);
  });

  it.each(['[a-z]*{b,c}.ts', '--help.ts', '%2e%2e.ts'])('compiles a file called %s', async (name) => {
    const { path: compiled } = await compileScenario(await workspace({ [name]: 'export default 1;' }), name);

    expect(compiled).toBe(name);
  });

  it('takes over the compilation of an edit that is saved as it was compiled', async () => {
    const folder = await workspace({
      'dinner.ts': "export { soup as default } from './soup.ts';",
      'soup.ts': "export const soup = 'hot';",
    });
    await compileScenario(folder, 'dinner.ts');
    const text = "export { soup as default } from './soup.ts'; // soon";
    const edited = await compileScenario(folder, 'dinner.ts', new Map([['dinner.ts', text]]));

    await writeFile(path.join(folder, 'dinner.ts'), text);
    expect(await compileScenario(folder, 'dinner.ts')).toBe(edited);

    await writeFile(path.join(folder, 'soup.ts'), "export const soup = 'cold';");
    expect((await compileScenario(folder, 'dinner.ts')).code).toContain('cold');
  });

  it('places a syntax error of an imported file in that file', async () => {
    const files = {
      'dinner.ts': "import { soup } from './courses/soup.ts';\nexport default soup;",
      'courses/soup.ts': 'export const soup = {\n',
    };

    expect(await problemsOf(files)).toEqual(["courses/soup.ts:2:1 '}' expected."]);
  });

  it('places an error of the bundler at its column after wide characters', async () => {
    const text = "const naïve = '🍲'; while (false); const soup = 1; const soup = 2;";

    expect(await problemsOf({ 'dinner.ts': text })).toEqual([
      `dinner.ts:1:${text.lastIndexOf('soup') + 1} The symbol "soup" has already been declared`,
    ]);
  });

  it.each(['fs', 'node:fs', 'left-pad', '/etc/hosts.ts', 'https://example.org/x.ts', '../../elsewhere.ts'])(
    "refuses an import of '%s'",
    async (what) => {
      const text = `while (false) 0; import * as pot from '${what}';\nexport default pot;`;

      expect(await problemsOf({ 'dinner.ts': text })).toEqual([
        `dinner.ts:1:${text.indexOf(`'`) + 1} '${what}' cannot be imported: a scenario imports 'orrery' and files of this workspace`,
      ]);
    },
  );

  it('refuses require(), but not of bundled code that has its own', async () => {
    const refusal = 'require(…) cannot be used here: import at the top of the file.';
    const bundled =
      '(function (require) { soup = require("soup"); })((name) => name);\nvar soup;\nexport { soup };';

    expect(await problemsOf({ 'dinner.ts': "export default require('child_process');" })).toEqual([
      `dinner.ts:1:16 ${refusal}`,
    ]);
    expect(await problemsOf({ 'dinner.ts': "import soup = require('./soup.ts');\nsoup();" })).toEqual([
      `dinner.ts:1:15 ${refusal}`,
    ]);
    const folder = await workspace({ 'dinner.ts': "export * from './soup.js';", 'soup.js': bundled });
    expect((await compileScenario(folder, 'dinner.ts')).files.size).toBe(2);
  });

  it('knows a string that says import (…) from code that does', async () => {
    const folder = await workspace({ 'dinner.ts': "export default 'import (or make) the soup';" });

    expect((await compileScenario(folder, 'dinner.ts')).code).toContain('import (or make) the soup');
  });

  it('refuses an import through a symlink out of the workspace', async () => {
    const outside = await workspace({ 'secret.ts': 'export default 1;' });
    const folder = await workspace({
      'dinner.ts': "import secret from './secret.ts';\nexport default secret;",
    });
    await symlink(path.join(outside, 'secret.ts'), path.join(folder, 'secret.ts'));

    expect(await problemsIn(folder)).toEqual([
      "dinner.ts:1:20 './secret.ts' cannot be imported: a scenario imports 'orrery' and files of this workspace",
    ]);
  });

  it.each([
    ['lunch.ts', 'lunch.ts:1:1 no such file: a scenario is a .ts file of the workspace'],
    ['../dinner.ts', '../dinner.ts:1:1 this file is outside the workspace'],
    ['menu.png', 'menu.png:1:1 this is not a scenario: its name must end in .ts'],
  ])('refuses %s as a scenario', async (entry, problem) => {
    expect(await problemsOf({ 'dinner.ts': '', 'menu.png': '' }, entry)).toEqual([problem]);
  });

  it('names an imported file that is missing', async () => {
    expect(await problemsOf({ 'dinner.ts': "import './soup.ts';" })).toEqual([
      "dinner.ts:1:8 no file './soup.ts' in this workspace",
    ]);
  });

  it('refuses async functions and dynamic imports', async () => {
    const text = "export default async () => {\n  await import('./soup.ts');\n};";

    expect(await problemsOf({ 'dinner.ts': text })).toEqual([
      'dinner.ts:1:16 An async function cannot be used here: simulated time does not wait for it.',
      'dinner.ts:2:9 import(…) cannot be used here: import at the top of the file.',
    ]);
  });

  it('imports .ts files with and without extension, from parent folders, and .json files', async () => {
    const loaded = await dinner({
      'dinner.ts': `
        import { recipe } from 'orrery';
        import { soup } from './courses/soup';
        import { roast } from './courses/roast.js';
        import guests from './guests.json';
        export default recipe({ cook: () => [soup, roast, ...guests].join(' ') });`,
      'courses/soup.ts': "export { hot as soup } from '../words.ts';",
      'courses/roast.ts': "export const roast: string = 'roast';",
      'words.ts': "export const hot = 'soup';",
      'guests.json': '["Ada", "Grace"]',
    });

    expect(cook(loaded)).toBe('soup roast Ada Grace');
  });

  it('uses the same relative path when the workspace is the current folder', async () => {
    const folder = await workspace({ 'scenarios/dinner.ts': 'export default 1;' });
    const before = process.cwd();
    onTestFinished(() => {
      process.chdir(before);
    });
    process.chdir(folder);

    const compiled = await compileScenario(folder, 'scenarios/dinner.ts');

    expect(compiled.path).toBe('scenarios/dinner.ts');
    expect([...compiled.files.keys()]).toEqual(['scenarios/dinner.ts']);
  });

  it('returns the text of every file it compiled', async () => {
    const files = {
      'dinner.ts': "import { soup } from './soup.ts';\nwhile (soup > 1);",
      'soup.ts': 'export const soup = 1;',
    };

    const compiled = await compileScenario(await workspace(files), 'dinner.ts');

    expect(Object.fromEntries(compiled.files)).toEqual(files);
  });
});
