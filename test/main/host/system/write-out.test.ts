import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../main/host/database/open-database.ts';
import { discardDrafts, writeOut } from '../../../../main/host/system/write-files.ts';
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

  it.each(['runs.db-wal', 'runs.db-shm', 'RUNS.db-journal'])(
    'never writes %s beside its database',
    async (name) => {
      const folder = temporaryFolder();
      for (const owner of ['runs.db', 'RUNS.db']) openDatabase(join(folder, owner))[Symbol.dispose]();
      const before = readdirSync(folder);

      await expect(writeOut(join(folder, name), ['{}'])).rejects.toThrow(
        /-\w+ is a file of the database .*\.db and will not be replaced: choose another name$/,
      );

      expect(readdirSync(folder)).toEqual(before);
    },
  );

  it('refuses to replace source code, and writes a new file of that name', async () => {
    const folder = temporaryFolder({ 'scenarios/dinner.ts': 'export {};' });

    await expect(writeOut(join(folder, 'scenarios/dinner.ts'), ['{}'])).rejects.toThrow(
      'dinner.ts is source code and will not be replaced: choose another name',
    );
    await writeOut(join(folder, 'scenarios/late.ts'), ['{}']);

    expect(readFileSync(join(folder, 'scenarios/dinner.ts'), 'utf8')).toBe('export {};');
    expect(readFileSync(join(folder, 'scenarios/late.ts'), 'utf8')).toBe('{}');
  });

  it('leaves nothing when the process ends before it has written all', async () => {
    const folder = temporaryFolder({ 'run.json': 'before' });
    const found: (readonly string[])[] = [];
    function* pieces(): Generator<string> {
      yield 'a';
      found.push(readdirSync(folder));
      discardDrafts();
      found.push(readdirSync(folder));
      throw new Error('ended');
    }

    await expect(writeOut(join(folder, 'run.json'), pieces())).rejects.toThrow('ended');

    expect(found).toEqual([[expect.stringMatching(/\.draft$/), 'run.json'], ['run.json']]);
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
