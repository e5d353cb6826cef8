import { build } from 'esbuild';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../../..');

/** Everything bundled into `entry`: our files by path, packages by name. */
async function madeOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(PROJECT, entry)],
    absWorkingDir: PROJECT,
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path));
  return [...Object.keys(metafile.inputs), ...imports];
}

it('bundles the command line without Electron and the shell', async () => {
  const parts = await madeOf('main/cli/main.ts');

  expect(parts).toContain('commander');
  expect(parts.filter((part) => part === 'electron' || part.startsWith('main/shell/'))).toEqual([]);
  // The same search finds Electron in the main program.
  expect(await madeOf('main/index.ts')).toContain('electron');
});
