import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeAtomically, writeCached } from '../../../../main/host/system/write-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

it('keeps the last text of several concurrent writes to a file', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'soup.ts');

  await Promise.all(['onions', 'leeks'.repeat(100_000), 'peas'].map((text) => writeAtomically(file, text)));

  expect(readFileSync(file, 'utf8')).toBe('peas');
  expect(readdirSync(folder)).toEqual(['soup.ts']);
});

it('writes after an earlier write has failed', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'soup.ts');
  // oxlint-disable-next-line require-yield -- it throws before its first value
  const broken = function* (): Generator<string> {
    throw new Error('no more onions');
  };

  const writes = await Promise.allSettled([writeAtomically(file, broken()), writeAtomically(file, 'leeks')]);

  expect(writes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(readFileSync(file, 'utf8')).toBe('leeks');
});

it('deletes the oldest files of a cache that has too many', async () => {
  const folder = join(temporaryFolder(), 'cache');
  const put = async (name: string, seconds: number): Promise<void> => {
    await writeCached(folder, name, [name], 10);
    utimesSync(join(folder, name), seconds, seconds);
  };
  for (const nth of [7, 3, 5, 1, 2, 9, 4, 8, 6, 0]) await put(`soup-${nth}`, nth);
  expect(readdirSync(folder)).toHaveLength(10);

  await put('stew', 10);

  expect(readdirSync(folder)).toEqual([...[2, 3, 4, 5, 6, 7, 8, 9].map((nth) => `soup-${nth}`), 'stew']);
});
