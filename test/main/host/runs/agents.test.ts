import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../../main/host/runs/agent-scripts.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('readScript()', () => {
  const wanted = 'wanted the script of an agent, a .json file';

  it.each([
    ['gone.json', `gone.json: found no such file, ${wanted}`],
    ['notes.txt', `notes.txt: found a file of another kind, ${wanted}`],
    ['linked.json', `linked.json: found a file outside the workspace, ${wanted}`],
  ])('says what is found instead of a script: %s', async (path, message) => {
    const folder = temporaryFolder({ 'notes.txt': '' });
    symlinkSync(join(temporaryFolder({ 'far.json': '' }), 'far.json'), join(folder, 'linked.json'));

    await expect(readScript(folder, path)).rejects.toMatchObject({ code: 'no-such-file', message });
  });

  it('refuses one that is larger than any script', async () => {
    const folder = temporaryFolder({ 'long.json': new Uint8Array(5_000_001) });

    await expect(readScript(folder, 'long.json')).rejects.toMatchObject({
      code: 'file-too-large',
      message: 'long.json: found 5,000,001 bytes, wanted at most 5,000,000',
    });
  });
});
