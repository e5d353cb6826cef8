import { readFileSync, readlinkSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../../scripts/setup/zip.mjs';
import { emptyFolder } from '../folders.ts';
import { zipOf, type Packed } from './zip-writer.ts';

function archive(
  files: readonly Packed[],
  change = (bytes: Buffer): Buffer => bytes,
): { path: string; target: string } {
  const folder = emptyFolder();
  const path = join(folder, 'pantry.zip');
  writeFileSync(path, change(zipOf(files)));
  return { path, target: join(folder, 'unpacked') };
}

describe('unzip()', () => {
  it('restores deflated and stored files', async () => {
    const soup = 'leek and potato, '.repeat(10_000);
    const { path, target } = archive([
      { name: 'soup.txt', content: soup },
      { name: 'shelf/salt.txt', content: 'salt', stored: true },
      { name: 'shelf/empty.txt', content: '', stored: true },
    ]);

    await unzip(path, target);

    expect(readFileSync(join(target, 'soup.txt'), 'utf8')).toBe(soup);
    expect(readFileSync(join(target, 'shelf/salt.txt'), 'utf8')).toBe('salt');
    expect(readFileSync(join(target, 'shelf/empty.txt'), 'utf8')).toBe('');
  });

  it('keeps executable files executable and restores symbolic links', async () => {
    const { path, target } = archive([
      { name: 'stove', content: '#!/bin/sh', mode: 0o100755 },
      { name: 'oven', content: 'stove', mode: 0o120777, stored: true },
    ]);

    await unzip(path, target);

    expect(statSync(join(target, 'stove')).mode & 0o100).toBe(0o100);
    expect(readlinkSync(join(target, 'oven'))).toBe('stove');
  });

  it('unpacks entries to the paths that `place` returns and skips null', async () => {
    const { path, target } = archive([
      { name: 'box/cup', content: 'c' },
      { name: 'box/straw', content: 's' },
    ]);

    await unzip(path, target, { place: (name) => (name === 'box/straw' ? null : name.replace('box/', '')) });

    expect(readdirSync(target)).toEqual(['cup']);
  });

  it('refuses an entry outside the target folder', async () => {
    const { path, target } = archive([{ name: '../neighbour', content: 'mine now' }]);

    await expect(unzip(path, target)).rejects.toThrow('../neighbour would be unpacked outside its folder');
  });

  it.each([
    ['cut in the list', -30, 'not a ZIP archive, or cut short'],
    ['without a beginning', 60, 'ZIP archive is cut short'],
  ])('refuses a damaged archive: %s', async (_, cut, complaint) => {
    const { path, target } = archive([{ name: 'soup', content: 'leek' }], (bytes) =>
      bytes.subarray(...slice(cut)),
    );

    await expect(unzip(path, target)).rejects.toThrow(complaint);
  });

  it('refuses a file that is not a ZIP archive', async () => {
    const { path, target } = archive([], () => Buffer.from('a letter'));

    await expect(unzip(path, target)).rejects.toThrow('not a ZIP archive');
  });
});

function slice(cut: number): [number, number?] {
  return cut < 0 ? [0, cut] : [cut];
}
