import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { existingFile, scenarioPlace } from '../../../main/cli/files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('scenarioPlace()', () => {
  it('takes the folder above scenarios/ for the workspace', () => {
    const folder = temporaryFolder({ 'scenarios/guests/late.ts': '' });

    expect(scenarioPlace(join(folder, 'scenarios/guests/late.ts'))).toEqual({
      folder,
      path: 'scenarios/guests/late.ts',
    });
  });

  it('takes the nearest folder above that has scenarios/, for a file beside it', () => {
    const folder = temporaryFolder({ 'drafts/late.ts': '' });
    mkdirSync(join(folder, 'scenarios'));

    expect(scenarioPlace(join(folder, 'drafts/late.ts'))).toEqual({ folder, path: 'drafts/late.ts' });
  });

  it("takes the file's own folder where there is none", () => {
    const folder = temporaryFolder({ 'drafts/late.ts': '' });

    expect(scenarioPlace(join(folder, 'drafts/late.ts'))).toEqual({
      folder: join(folder, 'drafts'),
      path: 'late.ts',
    });
  });
});

describe('existingFile()', () => {
  it('says what is missing, or is no file', () => {
    const folder = temporaryFolder();

    expect(() => existingFile(join(folder, 'soup.ts'), 'a scenario')).toThrow(
      /soup\.ts: no such file\. Give a scenario\.$/,
    );
    expect(() => existingFile(folder, 'a scenario')).toThrow(/ is not a file\. Give a scenario\.$/);
  });
});
