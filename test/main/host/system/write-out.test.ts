import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../main/host/database/open-database.ts';
import { writeOut } from '../../../../main/host/system/write-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('writeOut()', () => {
  it('replaces an existing file', async () => {
    const folder = temporaryFolder({ 'run.json': 'before' });

    await writeOut(join(folder, 'run.json'), ['af', 'ter']);

    expect(readFileSync(join(folder, 'run.json'), 'utf8')).toBe('after');
  });

  it('refuses to replace a database', async () => {
    const file = join(temporaryFolder(), 'runs.db');
    openDatabase(file)[Symbol.dispose]();
    const before = readFileSync(file);

    await expect(writeOut(file, ['{}'])).rejects.toThrow(
      `${file} is a database and will not be replaced: choose another name`,
    );

    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses to replace a folder and leaves no temporary file', async () => {
    const folder = temporaryFolder({ 'traces/one.json': '' });

    await expect(writeOut(join(folder, 'traces'), ['{}'])).rejects.toThrow(
      'traces is a folder and will not be replaced: choose another name',
    );

    expect(readdirSync(folder)).toEqual(['traces']);
  });

  it('names the missing folder or the system’s error', async () => {
    const file = join(temporaryFolder(), 'gone/run.json');
    const long = join(temporaryFolder(), 'x'.repeat(300));

    await expect(writeOut(file, ['{}'])).rejects.toThrow(`${file}: there is no folder ${dirname(file)}`);
    await expect(writeOut(long, ['{}'])).rejects.toThrow(`${long}: could not be written (ENAMETOOLONG`);
  });
});
