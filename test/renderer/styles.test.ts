import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = join(import.meta.dirname, '../../renderer');

const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(?:css|tsx?)$/.test(file),
);
const sheets = files.filter((file) => file.endsWith('.module.css'));
const textOf = (file: string): string => readFileSync(join(RENDERER, file), 'utf8');

/** The classes that a stylesheet has rules for, but for those of the whole page. */
const classesOf = (sheet: string): ReadonlySet<string> =>
  new Set(
    textOf(sheet)
      .replace(/\/\*.*?\*\/|:global\([^)]*\)/gs, '')
      .split('{')
      .slice(0, -1)
      .flatMap((before) =>
        Array.from(
          before
            .split(/[;}]/)
            .at(-1)!
            .matchAll(/\.([a-zA-Z][\w-]*)/g),
        ),
      )
      .map(([, name]) => name!),
  );

/** What modules take from stylesheets: classes by name, or by a name that is put together. */
function usesOf(module: string): readonly { sheet: string; names: readonly string[]; dynamic: boolean }[] {
  const text = textOf(module);
  return Array.from(text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g), ([, id, path]) => ({
    sheet: join(module, '..', path!),
    names: Array.from(text.matchAll(new RegExp(`\\b${id!}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g')), (use) =>
      String(use[1] ?? use[2]),
    ),
    dynamic: new RegExp(`\\b${id!}\\[[^']`).test(text),
  }));
}

const uses = files.filter((file) => /\.tsx?$/.test(file)).flatMap(usesOf);

it('no two stylesheets have the same name, which the names of their classes are made of', () => {
  const names = sheets.map((sheet) => basename(sheet));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('every class that a component names has a rule', () => {
  const missing = uses.flatMap(({ sheet, names }) => {
    const known = classesOf(sheet);
    return names.filter((name) => !known.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('every class that has a rule is named by a component', () => {
  const unused = sheets.flatMap((sheet) => {
    const mine = uses.filter((use) => use.sheet === sheet);
    if (mine.some(({ dynamic }) => dynamic)) return [];
    const named = new Set(mine.flatMap(({ names }) => names));
    return [...classesOf(sheet)].filter((name) => !named.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

/** What stands outside of tokens.css, without comments and the conditions of at-rules, which no token can stand in. */
const rules = files
  .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
  .map((file) => ({
    file,
    text: textOf(file).replace(/\/\*.*?\*\/|@(?:media|container)[^{]*|@property[^}]*\}/gs, ''),
  }));

it('spaces, sizes, strokes, radii, weights, sizes of text and colours are tokens', () => {
  const literal =
    /[\w-]+: [^;{}]*(?:\b[\d.]+(?:px|rem|pt)\b|#[\da-f]{3,8}\b|\brgb\(|\bhsl\()[^;]*|(?:font-weight: \d|border-radius: [\d.]+%)[^;]*/g;
  const found = rules.flatMap(({ file, text }) =>
    Array.from(text.matchAll(literal), ([declaration]) => `${file}: ${declaration}`),
  );
  expect(found).toEqual([]);
});

/** Set by the primitives on what they open. */
const PRIMITIVES = ['--anchor-width', '--available-height', '--available-width'];

it('every token that a stylesheet names exists', () => {
  const known = new Set([
    ...PRIMITIVES,
    ...files.flatMap((file) =>
      Array.from(
        textOf(file).matchAll(/(--[\w-]+)'?:|@property (--[\w-]+)/g),
        ([, property, registered]) => property ?? registered!,
      ),
    ),
  ]);
  const unknown = rules.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name!)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('every token is used', () => {
  const all = files.map(textOf).join('\n');
  const unused = Array.from(
    textOf('ui/styles/tokens.css').matchAll(/^ {2}(--[\w-]+):/gm),
    ([, name]) => name!,
  ).filter((name) => !new RegExp(`var\\(${name}\\b|'${name}'`).test(all));
  expect(unused).toEqual([]);
});
