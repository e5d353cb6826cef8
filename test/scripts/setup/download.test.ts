import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { download } from '../../../scripts/setup/download.mjs';
import { emptyFolder } from '../folders.ts';

const RECIPE = 'data:text/plain,two eggs';
const sha256 = createHash('sha256').update('two eggs').digest('hex');

describe('download()', () => {
  it('writes a file with the expected hash and reports the progress', async () => {
    const file = join(emptyFolder(), 'recipe');
    const seen: number[] = [];

    await download(RECIPE, file, { sha256, onProgress: (done) => seen.push(done) });

    expect(readFileSync(file, 'utf8')).toBe('two eggs');
    expect(seen).toEqual([8]);
  });

  it('fails after three attempts when the hash differs', async () => {
    const seen: number[] = [];

    const attempt = download(RECIPE, join(emptyFolder(), 'recipe'), {
      sha256: 'f00d',
      onProgress: (done) => seen.push(done),
      pause: 0,
    });

    await expect(attempt).rejects.toThrow(`SHA-256 is ${sha256}, expected f00d`);
    expect(seen).toEqual([8, 8, 8]);
  });
});
