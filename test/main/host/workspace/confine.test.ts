import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { confinedPath, SCENARIO_FILES } from '../../../../main/host/workspace/workspace-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let root: string;

beforeEach(() => {
  const home = temporaryFolder({ 'elsewhere/secret.ts': '', 'workspace/scenarios/soup.ts': '' });
  root = join(home, 'workspace');
  symlinkSync(join(home, 'elsewhere'), join(root, 'scenarios/way-out'));
  symlinkSync(join(home, 'elsewhere/secret.ts'), join(root, 'scenarios/link.ts'));
  symlinkSync(join(root, 'scenarios/soup.ts'), join(root, 'scenarios/also-soup.ts'));
});

describe('confine()', () => {
  it.each([
    'scenarios/soup.ts',
    'scenarios/inner/new.ts',
    'scenarios/new/deeper/one.ts',
    'scenarios/also-soup.ts',
  ])('returns the file of %s, existing or not', async (path) => {
    await expect(confinedPath(root, path, SCENARIO_FILES)).resolves.toBe(join(root, path));
  });

  it.each([
    '../elsewhere/secret.ts',
    'scenarios/../../elsewhere/secret.ts',
    'scenarios/./soup.ts',
    '/etc/passwd.ts',
    'scenarios//soup.ts',
    'scenarios/soup.js',
    'scenarios/.hidden.ts',
    'scenarios\\soup.ts',
    'scenarios/..\\..\\elsewhere\\secret.ts',
    'scenarios/C:soup.ts',
    'scenarios/soup\0.ts',
    'traces/soup.ts',
    '.orrery/soup.ts',
    'scenarios',
    'scenarios.ts',
  ])('refuses %j with an example of a valid path', async (path) => {
    await expect(confinedPath(root, path, SCENARIO_FILES)).rejects.toThrow(
      'the path must be like scenarios/name.ts',
    );
  });

  it.each(['scenarios/link.ts', 'scenarios/way-out/secret.ts', 'scenarios/way-out/new/one.ts'])(
    'refuses %s, a symlink out of the workspace',
    async (path) => {
      await expect(confinedPath(root, path, SCENARIO_FILES)).rejects.toThrow(
        'is a link that leads out of the workspace',
      );
    },
  );
});
