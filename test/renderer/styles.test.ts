import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '../../renderer');

/** The classes that a stylesheet has rules for on their own, such as `.card {`. */
const ownClasses = (css: string): string[] =>
  Array.from(css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g), ([, selectors]) =>
    selectors!.split(',').flatMap((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []),
  ).flat();

it('no two stylesheets style the same class', () => {
  const homes = new Map<string, Set<string>>();
  const sheets = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    // A page of its own, which takes in what it needs of the window's and changes it.
    .filter((file) => !file.startsWith('report'));
  for (const file of sheets)
    for (const name of ownClasses(readFileSync(join(RENDERER, file), 'utf8')))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));

  const shared = [...homes].filter(([, files]) => files.size > 1);

  expect(shared).toEqual([]);
});
