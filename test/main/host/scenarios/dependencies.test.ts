import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { compileFiles, dataOf } from '../../../../main/host/scenarios/compile.ts';
import { dependenciesIn, serverReads } from '../../../../main/host/scenarios/dependencies.ts';
import { filesIn, withUnsaved } from '../../../../main/host/scenarios/source-files.ts';
import { tries } from '../../../tries.ts';
import { workspace } from './kitchen.ts';

const NOTHING = { scenarios: [], servers: [], agents: [] };

const SCENARIOS = ['dinner.ts', 'lunch.ts'];

/** The texts that a file may have, some of them broken, the first at first. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'dinner.ts': [
    "import { soup } from './apps/soup';\nimport type { Cook } from './cook.ts';\nexport default { soup } as Cook;",
    "import notes from '../notes/';\nexport default notes;",
    'export default {',
    'export default {};',
  ],
  'lunch.ts': ["import ada from './ada.json';\nexport default ada;", "import './apps/soup.ts';"],
  'apps/soup.ts': [
    "export const soup = 'hot';",
    "export const soup = 'cold';",
    'export const so',
    "export * from '../salt';",
  ],
  'cook.ts': [
    "import type { Salt } from './salt';\nexport type Cook = { soup: Salt };",
    'export type Cook = object;',
  ],
  'salt.ts': ['export type Salt = string;', 'export type Salt = number; export const soup = 1;'],
  'ada.json': ['{}', '{"name": "Ada"}', '{'],
  'notes/today.md': ['soup', 'salad'],
};

const edits = fc.oneof(
  ...Object.entries(TEXTS).map(([file, texts]) =>
    fc.record({
      file: fc.constant(file),
      /** `undefined` deletes the file. */
      text: fc.constantFrom(...texts, undefined),
      how: file.endsWith('.ts')
        ? fc.constantFrom('outside' as const, 'saved' as const, 'typed' as const)
        : fc.constant('outside' as const),
    }),
  ),
);

/** What compiling `path` comes to: the script, or the problems. */
const outcome = (compiling: Promise<Awaited<ReturnType<typeof compileFiles>>>): Promise<unknown> =>
  compiling.then(dataOf, (thrown: unknown) => (thrown as { readonly problems: unknown }).problems);

it('of all scenarios are followed through any edits, inside and outside', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 8, maxLength: 8 }), async (list) => {
      const first = Object.entries(TEXTS).map(([file, texts]) => [`scenarios/${file}`, texts[0]!] as const);
      const folder = await workspace(Object.fromEntries(first));
      const dependencies = dependenciesIn(folder);
      const unsaved = new Map<string, string>();
      const fresh = (name: string): Promise<unknown> =>
        outcome(compileFiles(withUnsaved(filesIn(folder), unsaved), `scenarios/${name}`));
      const known = new Map<string, unknown>();
      const check = async (name: string): Promise<void> => {
        const cached = await outcome(compileScenario(folder, `scenarios/${name}`, unsaved));
        expect(cached).toEqual(await fresh(name));
        known.set(name, cached);
      };
      for (const name of SCENARIOS) await check(name);

      for (const { file, text, how } of list) {
        const path = `scenarios/${file}`;
        const told = new Set<string>();
        if (how === 'typed') {
          unsaved.set(path, text ?? '');
          for (const scenario of [path, ...dependencies.usersOf(path)]) told.add(scenario);
        } else {
          if (text === undefined) await rm(join(folder, path), { force: true });
          else await writeFile(join(folder, path), text);
          if (how === 'saved') {
            unsaved.delete(path);
            dependencies.noteSaved(path, text ?? '');
            for (const scenario of [path, ...dependencies.usersOf(path)]) told.add(scenario);
          }
          for (const scenario of (await dependencies.changed()).scenarios) told.add(scenario);
        }
        for (const name of SCENARIOS)
          if (told.has(`scenarios/${name}`)) await check(name);
          else expect(await fresh(name)).toEqual(known.get(name));
      }
    }),
    { numRuns: tries(25) },
  );
}, 60_000);

it('tells of a file of the scenario once, and not of what the window saved itself', async () => {
  const folder = await workspace({
    'scenarios/dinner.ts': "import { soup } from '../soup';\nexport default { soup };",
    'soup.ts': "export const soup = 'hot';",
    'agents/hasty.json': '{}',
    'agents/node_modules/tools/index.js': 'export {};',
    'prompts/clerk.md': 'Be quick.',
    'servers/adder.mjs': 'let sum = 0;',
    'lists/adder.json': '{}',
  });
  const path = 'scenarios/dinner.ts';
  const dependencies = dependenciesIn(folder);
  await compileScenario(folder, path);
  expect(await dependencies.changed()).toEqual(NOTHING);
  expect(dependencies.usersOf('soup.ts')).toEqual([path]);
  const server = { command: ['node', 'servers/adder.mjs', '--fast'], list: join(folder, 'lists/adder.json') };
  dependencies.noteServers(path, await serverReads(folder, [server]));
  expect(dependencies.folders()).toEqual(expect.arrayContaining(['servers', join(folder, 'lists')]));
  expect(await dependencies.changed()).toEqual(NOTHING);

  await writeFile(join(folder, 'soup.ts'), "export const soup = 'cold';");
  await writeFile(join(folder, 'agents/hasty.json'), '[]');
  await writeFile(join(folder, 'prompts/clerk.md'), 'Be slow.');
  await writeFile(join(folder, 'prices.json'), '{ "models": {} }');
  // Another part of the program compiles it before anybody has looked.
  await compileScenario(folder, path);
  expect(await dependencies.changed()).toEqual({
    scenarios: [path],
    servers: [],
    agents: ['agents/hasty.json', 'prices.json', 'prompts/clerk.md'],
  });
  expect(await dependencies.changed()).toEqual(NOTHING);

  await writeFile(join(folder, 'lists/adder.json'), '{ "tools": {} }');
  expect(await dependencies.changed()).toEqual({ ...NOTHING, servers: [path] });
  await writeFile(join(folder, 'servers/adder.mjs'), 'let sum = 1;');
  expect(await dependencies.changed()).toEqual({ ...NOTHING, scenarios: [path] });

  await writeFile(join(folder, path), 'export default {};');
  dependencies.noteSaved(path, 'export default {};');
  expect((await dependencies.changed()).scenarios).toEqual([]);
});
