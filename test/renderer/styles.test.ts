import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '../../renderer');
const EDITOR = join(import.meta.dirname, '../../node_modules/monaco-editor/esm/vs');

const sheetsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** The classes that a stylesheet has rules for on their own, such as `.card {`. */
const ownClasses = (css: string): string[] =>
  Array.from(css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g), ([, selectors]) =>
    selectors!.split(',').flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []),
  ).flat();

it('no two stylesheets style the same class', () => {
  const homes = new Map<string, Set<string>>();
  // The report is a page of its own, which takes in what it needs of the window's and changes it.
  const sheets = sheetsIn(RENDERER).filter((file) => !file.startsWith('report'));
  for (const file of sheets)
    for (const name of ownClasses(readFileSync(join(RENDERER, file), 'utf8')))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));

  const shared = [...homes].filter(([, files]) => files.size > 1);

  expect(shared).toEqual([]);
});

it('no stylesheet styles a class by itself that the editor uses inside', () => {
  const theirs = new Set(
    sheetsIn(EDITOR).flatMap((file) =>
      Array.from(
        readFileSync(join(EDITOR, file), 'utf8').matchAll(/\.([a-zA-Z][\w-]*)/g),
        ([, name]) => name!,
      ),
    ),
  );
  // Means the same here as there.
  theirs.delete('visually-hidden');

  const ours = sheetsIn(RENDERER).flatMap((file) => ownClasses(readFileSync(join(RENDERER, file), 'utf8')));

  expect(theirs.size).toBeGreaterThan(500);
  expect(ours.filter((name) => theirs.has(name))).toEqual([]);
});
