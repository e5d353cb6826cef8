import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../../main/host/runs/agent-scripts.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('readScript()', () => {
  const wanted = 'The script of an agent is a .json file of the workspace.';

  it.each([
    ['gone.json', `gone.json: no such file. ${wanted}`],
    ['notes.txt', `notes.txt: not a .json file. ${wanted}`],
    ['linked.json', `linked.json: outside the workspace. ${wanted}`],
  ])('refuses %s and says what a script must be', async (path, message) => {
    const folder = temporaryFolder({ 'notes.txt': '' });
    symlinkSync(join(temporaryFolder({ 'far.json': '' }), 'far.json'), join(folder, 'linked.json'));

    await expect(readScript(folder, path)).rejects.toMatchObject({ code: 'no-such-file', message });
  });

  it('refuses a script larger than 5,000,000 bytes', async () => {
    const folder = temporaryFolder({ 'long.json': new Uint8Array(5_000_001) });

    await expect(readScript(folder, 'long.json')).rejects.toMatchObject({
      code: 'file-too-large',
      message: 'long.json is too large: 6 MB, of 5 MB at most',
    });
  });
});
