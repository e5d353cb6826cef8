import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { PROGRAM } from '../../../scripts/package/linux.mjs';
import { ROOT } from '../../../scripts/shared/places.mjs';

it('packs every package that the built program imports', async () => {
  const folder = join(ROOT, 'out/main');
  const { metafile } = await build({
    entryPoints: readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(folder, name)),
    outdir: folder,
    bundle: true,
    write: false,
    metafile: true,
    splitting: true, // Otherwise each file is written with all that it imports.
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  const imported = Object.values(metafile.inputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external === true && !isBuiltIn(path))
    .map(({ path }) => packageName(path));

  expect(imported).toContain('esbuild');
  expect(imported.filter((name) => !PACKED.has(name))).toEqual([]);
});

const isBuiltIn = (path: string): boolean =>
  path === 'electron' || path.startsWith('node:') || builtinModules.includes(path);

/** `modern-tar` of `modern-tar/fs`, `@modelcontextprotocol/server` of `@modelcontextprotocol/server/stdio`. */
const packageName = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

const PACKED = new Set(
  PROGRAM.filter((path) => path.startsWith('node_modules/')).map((path) =>
    packageName(path.slice('node_modules/'.length)),
  ),
);
