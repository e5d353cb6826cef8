import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const RENDERER = join(PROJECT, 'renderer');
const EDITOR = join(PROJECT, 'node_modules/monaco-editor/esm/vs');

const sheetsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** What stands before each `{` of a stylesheet. */
const selectorsIn = (css: string): string[] =>
  Array.from(css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g), ([, selectors]) => selectors!);

/** The classes that a stylesheet has rules for on their own, such as `.card {`. */
const ownClasses = (css: string): string[] =>
  selectorsIn(css)
    .flatMap((selectors) => selectors.split(','))
    .flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []);

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

/** The texts of a module that can be classes, such as `card`, `card wide`, and `badge-` where the rest is put in. */
function classTexts(file: string): readonly string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      if (/^[\w\s-]*$/.test(node.text)) found.push(...node.text.split(/\s+/));
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

it('every class that a stylesheet has a rule for stands in a module', () => {
  const modules = ['renderer', 'engine/model'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(PROJECT, folder, file)),
  );
  // Of others: of the icons, and of the editor.
  const texts = new Set([
    'lucide',
    'monaco-editor',
    'monaco-scrollable-element',
    ...modules.flatMap(classTexts),
  ]);
  const isUsed = (name: string): boolean =>
    texts.has(name) ||
    // `badge-good` is `badge-` and `good`.
    [...name.matchAll(/-/g)].some(
      ({ index }) => texts.has(name.slice(0, index + 1)) && texts.has(name.slice(index + 1)),
    );
  const ruled = sheetsIn(RENDERER).flatMap((file) =>
    selectorsIn(readFileSync(join(RENDERER, file), 'utf8')).flatMap((selectors) =>
      Array.from(selectors.matchAll(/\.([a-z][\w-]*)/g), ([, name]) => ({ file, name: name! })),
    ),
  );

  expect(ruled.filter(({ name }) => !isUsed(name))).toEqual([]);
});
