import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TypeChecker } from '../../../../main/host/scenarios/type-checker.ts';
import { workspace } from './kitchen.ts';
import { cooking, pantry } from './pantry.ts';

async function checkerOf(files: Readonly<Record<string, string>>): Promise<TypeChecker> {
  return new TypeChecker(await workspace(files), pantry);
}

const problemsOf = (checker: TypeChecker, file = 'dinner.ts'): string[] =>
  checker
    .check(file)
    .map(({ message, place }) => `${place?.file}:${place?.line}:${place?.column} ${message.split('\n')[0]}`);

describe('TypeChecker', () => {
  it.each([
    ['finds nothing in a call that fits', 'stove.boil({ minutes: 7 }); console.log([1].at(-1));', []],
    [
      'reports a tool that the app does not have',
      'stove.fry();',
      ["dinner.ts:3:23 Property 'fry' does not exist on type 'Stove'."],
    ],
    [
      'reports an argument of the wrong type',
      "stove.boil({ minutes: 'seven' });",
      ["dinner.ts:3:30 Type 'string' is not assignable to type 'number'."],
    ],
    [
      'reports an implicit any',
      'const f = (x) => x;',
      ["dinner.ts:3:28 Parameter 'x' implicitly has an 'any' type."],
    ],
    ['reports a syntax error', 'const x = ;', ['dinner.ts:3:27 Expression expected.']],
    ['reports window as undefined', 'window;', ["dinner.ts:3:17 Cannot find name 'window'."]],
    [
      'reports document as undefined, without a suggestion',
      'document;',
      ["dinner.ts:3:17 Cannot find name 'document'."],
    ],
    [
      'reports process as undefined, without a suggestion',
      'process;',
      ["dinner.ts:3:17 Cannot find name 'process'."],
    ],
    [
      'reports setTimeout as undefined',
      'setTimeout(() => 1, 1);',
      ["dinner.ts:3:17 Cannot find name 'setTimeout'."],
    ],
  ])('%s', async (_, body, problems) => {
    expect(problemsOf(await checkerOf({ 'dinner.ts': cooking(body) }))).toEqual(problems);
  });

  it('cuts long types in a problem’s message', async () => {
    const fields = Array.from({ length: 30 }, (_, at) => `ingredient${at}: string`).join('; ');
    const [problem] = problemsOf(await checkerOf({ 'dinner.ts': cooking(`const x: { ${fields} } = 7;`) }));

    expect(problem).toMatch(/^dinner\.ts:3:23 Type 'number' is not assignable to type '.{160}…'\.$/);
  });

  it('reports an import of a module other than orrery and workspace files', async () => {
    const text = cooking('pot;', "import * as pot from 'fs';");

    expect(problemsOf(await checkerOf({ 'dinner.ts': text }))).toEqual([
      expect.stringMatching(/^dinner\.ts:1:55 Cannot find (module|name) 'fs'/),
    ]);
  });

  it('checks imported files as well, and no others', async () => {
    const checker = await checkerOf({
      'meals/dinner.ts': cooking(
        'soup(data.salt);',
        "import { soup } from '../soup'; import data from './data.json';",
      ),
      'meals/data.json': '{ "salt": "much" }',
      'soup.ts': 'export const soup = (salt: number): string => salt;\n',
      'broken.ts': 'const x: number = "";',
    });

    expect(problemsOf(checker, 'meals/dinner.ts').sort()).toEqual([
      "meals/dinner.ts:3:22 Argument of type 'string' is not assignable to parameter of type 'number'.",
      "soup.ts:1:47 Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it('does not follow a symlink out of the workspace', async () => {
    const outside = await workspace({ 'secret.ts': 'export const secret = 1;' });
    const checker = await checkerOf({
      'dinner.ts': cooking('secret;', "import { secret } from './secret.ts';"),
    });
    await symlink(path.join(outside, 'secret.ts'), path.join(checker.folder, 'secret.ts'));

    expect(problemsOf(checker)).toEqual([expect.stringContaining("Cannot find module './secret.ts'")]);
  });

  it('checks saved changes in less than half the processor time of the first check', async () => {
    const checker = await checkerOf({
      'dinner.ts': cooking('stove.fry();', "import './soup.ts';"),
      'soup.ts': 'export {};',
    });
    const start = process.cpuUsage();
    expect(problemsOf(checker)).toHaveLength(1);
    const first = process.cpuUsage(start).user;

    await writeFile(path.join(checker.folder, 'dinner.ts'), cooking('stove.cool();', "import './soup.ts';"));
    await writeFile(path.join(checker.folder, 'soup.ts'), "export const soup: number = '';");
    const again = process.cpuUsage();
    const problems = problemsOf(checker);
    const second = process.cpuUsage(again).user;

    expect(problems).toEqual(["soup.ts:1:14 Type 'string' is not assignable to type 'number'."]);
    expect(second).toBeLessThan(first / 2);
  });

  it('checks several scenarios in turn', async () => {
    const checker = await checkerOf({
      'dinner.ts': cooking('stove.fry();'),
      'lunch.ts': cooking('stove.boil();'),
    });

    expect(problemsOf(checker)).toEqual([expect.stringContaining('fry')]);
    expect(problemsOf(checker, 'lunch.ts')).toEqual(['lunch.ts:3:23 Expected 1 arguments, but got 0.']);
    expect(problemsOf(checker)).toEqual([expect.stringContaining('fry')]);
  });
});
