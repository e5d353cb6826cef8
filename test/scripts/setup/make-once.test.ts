import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeOnce } from '../../../scripts/setup/make-once.mjs';
import { emptyFolder } from '../folders.ts';

function bake(words: string): (draft: string) => Promise<void> {
  return (draft) => {
    writeFileSync(join(draft, 'crumb'), words);
    return Promise.resolve();
  };
}

describe('makeOnce()', () => {
  it('creates a folder once and leaves it unchanged the next time', async () => {
    const loaf = join(emptyFolder(), 'cache/loaf');

    await makeOnce(loaf, bake('fresh'));
    await makeOnce(loaf, bake('burnt'));

    expect(readFileSync(join(loaf, 'crumb'), 'utf8')).toBe('fresh');
  });

  it('leaves no folder when filling it fails', async () => {
    const loaf = join(emptyFolder(), 'loaf');

    await expect(makeOnce(loaf, () => Promise.reject(new Error('no flour')))).rejects.toThrow('no flour');

    expect(existsSync(loaf)).toBe(false);
  });

  it('removes only its own leftover drafts of interrupted attempts', async () => {
    const kitchen = emptyFolder();
    mkdirSync(join(kitchen, 'loaf.draft-abc123'));
    mkdirSync(join(kitchen, 'cake.draft-abc123'));

    await makeOnce(join(kitchen, 'loaf'), bake('fresh'));

    expect(readdirSync(kitchen).sort()).toEqual(['cake.draft-abc123', 'loaf']);
  });
});
