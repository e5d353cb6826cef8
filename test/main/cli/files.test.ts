import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { existingFile, scenarioFile } from '../../../main/cli/files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('scenarioFile()', () => {
  it('returns the folder above scenarios/ as the workspace', () => {
    const folder = temporaryFolder({ 'scenarios/guests/late.ts': '' });

    expect(scenarioFile(join(folder, 'scenarios/guests/late.ts'))).toEqual({
      folder,
      path: 'scenarios/guests/late.ts',
    });
  });

  it('returns the nearest parent folder with a scenarios/ folder as the workspace', () => {
    const folder = temporaryFolder({ 'drafts/late.ts': '' });
    mkdirSync(join(folder, 'scenarios'));

    expect(scenarioFile(join(folder, 'drafts/late.ts'))).toEqual({ folder, path: 'drafts/late.ts' });
  });

  it('returns the file’s own folder when no parent has a scenarios/ folder', () => {
    const folder = temporaryFolder({ 'drafts/late.ts': '' });

    expect(scenarioFile(join(folder, 'drafts/late.ts'))).toEqual({
      folder: join(folder, 'drafts'),
      path: 'late.ts',
    });
  });
});

describe('existingFile()', () => {
  it('throws when the file is missing or is a folder', () => {
    const folder = temporaryFolder();

    expect(() => existingFile(join(folder, 'soup.ts'), 'a scenario')).toThrow(
      /soup\.ts: no such file\. Give a scenario\.$/,
    );
    expect(() => existingFile(folder, 'a scenario')).toThrow(/ is not a file\. Give a scenario\.$/);
  });
});
