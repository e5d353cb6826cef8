/** The folder beside the workspace whose files nothing may open, as an absolute path and as one relative to a scenario. */
export interface Outside {
  readonly absolute: string;
  readonly relative: string;
}

/** What the workspace of an attack has, by path, besides its harmless files; `links` by path, to what they lead. */
export interface CompileAttack {
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** The files of {@link Outside}: each would show itself in what is compiled, found or said. */
export const CANARY = 'canary in the mine';
export const OUTSIDE_FILES: Readonly<Record<string, string>> = {
  'secret.ts': `export const canary = '${CANARY}'; export default canary;`,
  'secret.js': `export const canary = '${CANARY}'; export default canary;`,
  'secret.d.ts': `declare const canary: '${CANARY}';`,
  'secret.json': JSON.stringify({ canary: CANARY }),
  'secret.map': JSON.stringify({
    version: 3,
    sources: [`${CANARY}.ts`],
    names: [],
    mappings: 'AAAA;AACA;AACA',
  }),
  'tsconfig.json': JSON.stringify({ compilerOptions: { types: [CANARY] } }),
  'package.json': JSON.stringify({ name: 'secret', main: 'secret.js', types: 'secret.d.ts' }),
  'index.ts': `export default '${CANARY}';`,
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const inlineMap = JSON.stringify({
  version: 3,
  sources: [`${CANARY}.ts`],
  sourcesContent: [''],
  names: [],
  mappings: 'AAAA;'.repeat(40),
});

/** Code in a file of the workspace that names a file elsewhere, or tries to move the places of errors. */
const inCode: Readonly<Record<string, (outside: Outside) => string>> = {
  'a source map by file URL': ({ absolute }) => `//# sourceMappingURL=file://${absolute}/secret.map`,
  'a source map by its path': ({ absolute }) => `//# sourceMappingURL=${absolute}/secret.map`,
  'a source map by a relative path': ({ relative }) => `//# sourceMappingURL=${relative}/secret.map`,
  'a source map with the old sign': ({ absolute }) => `//@ sourceMappingURL=file://${absolute}/secret.map`,
  'a source map in a block': ({ absolute }) => `/*# sourceMappingURL=file://${absolute}/secret.map */`,
  'a source map in a block with the old sign': ({ absolute }) =>
    `/*@ sourceMappingURL=file://${absolute}/secret.map */`,
  'a source map that is a device': () => '//# sourceMappingURL=file:///dev/zero',
  'a source map of the system': () => '//# sourceMappingURL=file:///etc/passwd',
  'a source map from the network': () => '//# sourceMappingURL=http://localhost:9/secret.map',
  'two source maps': ({ absolute }) =>
    `//# sourceMappingURL=file://${absolute}/secret.map\n//# sourceMappingURL=file:///etc/passwd`,
  'a source map within the text': () =>
    `//# sourceMappingURL=data:application/json;base64,${base64(inlineMap)}`,
  'a source map within the text, as it is': () =>
    `//# sourceMappingURL=data:application/json,${encodeURIComponent(inlineMap)}`,
  'a source map after an HTML comment': ({ absolute }) =>
    `let x = 1; x <!-- \`\n//# sourceMappingURL=file://${absolute}/secret.map\n//\``,
  'a source map in a template': ({ absolute }) =>
    `export const text = \`\n//# sourceMappingURL=file://${absolute}/secret.map\n\`;`,
  'a source map with an escaped URL': ({ absolute }) =>
    `//# sourceMappingURL=file://${absolute.replaceAll('e', '%65')}/secret.map`,
  'a name of the script in a licence': () => `//# sourceURL=${CANARY}.ts @license`,
  'a name of the script to be preserved': () => `//@ sourceURL=${CANARY}.ts @preserve`,
  'a style sheet’s source map': ({ absolute }) => `/*# sourceMappingURL=${absolute}/secret.map */`,
  'a runtime for JSX': ({ absolute }) => `/** @jsxRuntime automatic @jsxImportSource ${absolute} */`,
  'a factory for JSX': ({ absolute }) => `/** @jsx require('${absolute}/secret.js').default */`,
  'a reference to a path': ({ absolute }) => `/// <reference path="${absolute}/secret.d.ts" />`,
  'a reference to a relative path': ({ relative }) => `/// <reference path="${relative}/secret.d.ts" />`,
  'a reference to a device': () => '/// <reference path="/dev/zero" />',
  'a reference to types': ({ absolute }) => `/// <reference types="${absolute}/secret" />`,
  'a reference to relative types': ({ relative }) => `/// <reference types="${relative}/secret" />`,
  'a reference to a library': ({ relative }) => `/// <reference lib="${relative}/secret" />`,
  'a reference to a library above': () => '/// <reference lib="../../../../../../etc/passwd" />',
  'a reference without libraries': ({ absolute }) =>
    `/// <reference no-default-lib="true" />\n/// <reference path="${absolute}/secret.d.ts" />`,
  'an AMD dependency': ({ absolute }) => `/// <amd-dependency path="${absolute}/secret.js" name="secret" />`,
  'an import without checks': ({ relative }) => `// @ts-nocheck\nimport '${relative}/secret.ts';`,
  'an import that is expected to fail': ({ relative }) =>
    `// @ts-expect-error\nimport '${relative}/secret.ts';`,
  'an import of types': ({ relative }) => `import type { canary } from '${relative}/secret.ts';`,
  'the type of an import': ({ relative }) => `let x: typeof import('${relative}/secret.ts') | undefined;`,
  'a type of an import': ({ absolute }) => `let x: import('${absolute}/secret.ts').Canary | undefined;`,
  'types in a comment': ({ relative }) => `/** @type {import('${relative}/secret.ts').default} */\nlet x;`,
  'an import in a comment': ({ relative }) => `/** @import { canary } from '${relative}/secret.ts' */`,
  'an import by path': ({ absolute }) => `import secret from '${absolute}/secret.ts';`,
  'an import by relative path': ({ relative }) => `import secret from '${relative}/secret.ts';`,
  'an import with backslashes': ({ relative }) =>
    `import secret from '${relative.replaceAll('/', '\\\\')}\\\\secret.ts';`,
  'an import with escapes': ({ relative }) =>
    `import secret from '${relative.replaceAll('.', '%2e')}/secret.ts';`,
  'an import with a question': ({ relative }) => `import secret from '${relative}/secret.ts?raw#x';`,
  'an import with a zero': ({ relative }) => `import secret from '${relative}/secret.ts\\0.ts';`,
  'an import below orrery': ({ relative }) => `import secret from 'orrery/${relative}/secret.ts';`,
  'an import of a device': () => "import zero from '/dev/zero';",
  'an import of JSON': ({ relative }) => `import j from '${relative}/secret.json' with { type: 'json' };`,
  'an import of a text': ({ relative }) => `import t from '${relative}/secret.map' with { type: 'text' };`,
  'an import of bytes': ({ relative }) => `import b from '${relative}/secret.map' with { type: 'bytes' };`,
  'an import of a folder': ({ relative }) => `import all from '${relative}/';`,
  'an import of a folder above': () => "import all from '../../';",
  'an import by file URL': ({ absolute }) => `import secret from 'file://${absolute}/secret.ts';`,
  'an import from the network': () => "import secret from 'http://localhost:9/secret.ts';",
  'an import of data': () => `import secret from 'data:text/javascript,export default 1';`,
  'an import to be deferred': ({ relative }) => `import defer * as secret from '${relative}/secret.ts';`,
  'a source to be imported': ({ relative }) => `import source secret from '${relative}/secret.ts';`,
  'a deferred import of a computed path': ({ relative }) => `import.defer(\`${relative}/\${'s'}.ts\`);`,
  'all exports of another file': ({ relative }) => `export * from '${relative}/secret.ts';`,
  'a named export of another file': ({ relative }) => `export * as secret from '${relative}/index';`,
  'an assigned import': ({ relative }) => `import secret = require('${relative}/secret.ts');`,
  'a require': ({ relative }) => `require('${relative}/secret.js');`,
  'a require of a computed path': ({ relative }) => `require(\`${relative}/\${x}\`); var x = 'secret.json';`,
  'a require of a sum': ({ relative }) => `require('${relative}/' + x); var x = 'secret.json';`,
  'a require in brackets': ({ relative }) => `(require)(\`${relative}/\${x}\`); var x = 'secret.json';`,
  'a require behind an HTML comment': ({ relative }) =>
    `var y = 1, x; y <!-- \`\nrequire(\`${relative}/\${x}\`);//\``,
  'a resolved path': ({ relative }) => `require.resolve('${relative}/secret.js');`,
  'a dynamic import': ({ relative }) => `import('${relative}/secret.ts');`,
  'a dynamic import of a computed path': ({ relative }) =>
    `import(\`${relative}/\${x}\`); var x = 'secret.json';`,
  'a dynamic import of a sum': ({ relative }) =>
    `import /* … */ ('${relative}/' + x + '.json'); var x = 'secret';`,
  'a dynamic import behind an HTML comment': ({ relative }) =>
    `var y = 1, x; y <!-- \`\nimport(\`${relative}/\${x}\`);//\``,
  'a dynamic import in a pattern after await': ({ relative }) =>
    `await /1;"/;import(\`${relative}/\${'x'}\`);";"//"`,
  'a file beside the module': ({ relative }) => `new URL('${relative}/secret.ts', import.meta.url);`,
  'a worker beside the module': ({ relative }) =>
    `new Worker(new URL('${relative}/secret.js', import.meta.url));`,
  'a pattern of files': ({ relative }) => `import.meta.glob('${relative}/*.ts');`,
  'a declared module': ({ relative }) => `declare module '${relative}/secret.ts' { const x: 1; }`,
  'a declared module by path': ({ absolute }) => `declare module '${absolute}/secret' {}\nexport {};`,
  'a package with an address of its own': () => "import secret from '#secret';",
  'a package': () => "import secret from 'secret';",
};

/** Files where code looks for what an import or a type means, and links. */
const around: Readonly<Record<string, (outside: Outside) => CompileAttack>> = {
  'a project that extends another': ({ absolute }) => ({
    files: { 'tsconfig.json': JSON.stringify({ extends: `${absolute}/tsconfig.json` }) },
  }),
  'a project with paths': ({ absolute }) => ({
    files: {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { baseUrl: absolute, paths: { secret: [`${absolute}/secret.ts`], '*': ['*'] } },
      }),
      'jsconfig.json': JSON.stringify({ compilerOptions: { typeRoots: [absolute], types: ['secret'] } }),
      'scenarios/first.ts': "import secret from 'secret';",
    },
  }),
  'a package with files elsewhere': ({ relative, absolute }) => ({
    files: {
      'package.json': JSON.stringify({
        imports: { '#secret': `${relative}/secret.ts` },
        exports: `${absolute}/secret.ts`,
        main: `${absolute}/secret.js`,
        types: `${absolute}/secret.d.ts`,
      }),
      'scenarios/first.ts': "import secret from '#secret';",
    },
  }),
  'a package below with files elsewhere': ({ absolute }) => ({
    files: {
      'node_modules/secret/package.json': JSON.stringify({
        main: `../../..${absolute}/secret.js`,
        types: `${absolute}/secret.d.ts`,
        typesVersions: { '*': { '*': [`${absolute}/*`] } },
      }),
      'scenarios/first.ts': "import secret from 'secret';",
    },
  }),
  'types that refer to others': ({ absolute }) => ({
    files: {
      'node_modules/@types/node/index.d.ts': `/// <reference path="${absolute}/secret.d.ts" />`,
      'scenarios/first.ts': '/// <reference types="node" />',
    },
  }),
  'packages that are a link': ({ absolute }) => ({
    files: {
      'scenarios/first.ts': "import secret from 'secret'; import type { x } from '../node_modules/secret';",
    },
    links: { node_modules: absolute },
  }),
  'a scenario that is a link': ({ absolute }) => ({
    files: {},
    links: { 'scenarios/first.ts': `${absolute}/secret.ts` },
  }),
  'a neighbour that is a link': ({ absolute }) => ({
    files: { 'scenarios/first.ts': "import secret from './secret.ts';" },
    links: { 'scenarios/secret.ts': `${absolute}/secret.ts` },
  }),
  'a neighbour that is a link to a link': ({ absolute }) => ({
    files: { 'scenarios/first.ts': "import secret from './secret.json';" },
    links: { 'scenarios/secret.json': '../step.json', 'step.json': `${absolute}/secret.json` },
  }),
  'a folder that is a link': ({ absolute }) => ({
    files: {
      'scenarios/first.ts': "import all from './lib/'; import secret from './lib/secret.ts'; import './lib';",
    },
    links: { 'scenarios/lib': absolute },
  }),
  'a neighbour that is a device': () => ({
    files: { 'scenarios/first.ts': "import zero from './zero.ts'; import z from './zero.json';" },
    links: { 'scenarios/zero.ts': '/dev/zero', 'scenarios/zero.json': '/dev/zero' },
  }),
  'declarations of orrery': ({ absolute }) => ({
    files: { 'scenarios/first.ts': "import { secret } from '../.orrery-declarations/secret';" },
    links: { '.orrery-declarations': absolute },
  }),
};

const HARMLESS = 'export default 1;\n';

/** The files in which code of an attack stands. */
const PLACES: Readonly<Record<string, (code: string) => CompileAttack>> = {
  'at the end of a scenario': (code) => ({ files: { 'scenarios/first.ts': `${HARMLESS}${code}` } }),
  'at the start of a scenario': (code) => ({ files: { 'scenarios/first.ts': `${code}\n${HARMLESS}` } }),
  'in a neighbour': (code) => ({
    files: { 'scenarios/first.ts': `import './second.ts';\n${HARMLESS}`, 'scenarios/second.ts': code },
  }),
  'in a neighbour in JavaScript': (code) => ({
    files: { 'scenarios/first.ts': `import './second.js';\n${HARMLESS}`, 'scenarios/second.js': code },
  }),
};

/** All attacks on compiling, by name: each piece of code in each place, and the surroundings. */
export function compileAttacks(outside: Outside): ReadonlyMap<string, CompileAttack> {
  const placed = Object.entries(inCode).flatMap(([name, code]) =>
    Object.entries(PLACES).map(([place, put]) => [`${name}, ${place}`, put(code(outside))] as const),
  );
  const others = Object.entries(around).map(([name, attack]) => {
    const { files, links } = attack(outside);
    const first = links?.['scenarios/first.ts'] === undefined ? { 'scenarios/first.ts': HARMLESS } : {};
    return [name, { files: { ...first, ...files }, ...(links && { links }) }] as const;
  });
  return new Map([...placed, ...others]);
}
