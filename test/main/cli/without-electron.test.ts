import { build } from 'esbuild';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../../..');

/** All that `entry` is made of: files of ours by their paths, and packages by their names. */
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

it('the command line is made without Electron and without the window', async () => {
  const parts = await madeOf('main/cli/main.ts');

  expect(parts).toContain('commander');
  expect(parts.filter((part) => part === 'electron' || part.startsWith('main/shell/'))).toEqual([]);
  // The same search finds it where it is.
  expect(await madeOf('main/index.ts')).toContain('electron');
});
