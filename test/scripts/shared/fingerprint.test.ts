import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../scripts/shared/fingerprint.mjs';
import { emptyFolder } from '../folders.ts';

function cookbook(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'soups'));
  writeFileSync(join(folder, 'soups/leek.txt'), 'leek');
  writeFileSync(join(folder, 'index.txt'), 'soups');
  return folder;
}

const of = (folder: string): string => fingerprint(folder, ['soups', 'index.txt', 'never-written.txt']);

describe('fingerprint()', () => {
  it('is the same for unchanged files', () => {
    const folder = cookbook();

    expect(of(folder)).toBe(of(folder));
  });

  it.each<[string, (folder: string) => void]>([
    [
      'is added',
      (folder) => {
        writeFileSync(join(folder, 'soups/pea.txt'), 'pea');
      },
    ],
    [
      'is removed',
      (folder) => {
        rmSync(join(folder, 'soups/leek.txt'));
      },
    ],
    [
      'is renamed',
      (folder) => {
        renameSync(join(folder, 'soups/leek.txt'), join(folder, 'soups/kale.txt'));
      },
    ],
    [
      'becomes longer',
      (folder) => {
        writeFileSync(join(folder, 'soups/leek.txt'), 'leek and potato');
      },
    ],
    [
      'is written again',
      (folder) => {
        utimesSync(join(folder, 'index.txt'), 1, 1);
      },
    ],
    [
      'that was missing is there',
      (folder) => {
        writeFileSync(join(folder, 'never-written.txt'), '');
      },
    ],
  ])('changes when a file %s', (_, change) => {
    const folder = cookbook();
    const before = of(folder);

    change(folder);

    expect(of(folder)).not.toBe(before);
  });
});
