import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyDatabase, isWritable, openDatabase } from '../../../../main/host/database/open-database.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callingGuest, prepared } from '../runs/dinner.ts';

describe('copyDatabase()', () => {
  it('copies entries that are still in the journal, and deletes the copy when disposed', async () => {
    const file = join(temporaryFolder(), 'runs.db');
    using database = openDatabase(file);
    new LiveRun(await prepared(callingGuest(2)), database.store).advance(() => false);

    const copy = copyDatabase(file);
    {
      using look = openDatabase(copy.file);
      expect(look.store.runs().map(({ id, entries }) => [id, entries])).toEqual([['r1', 1]]);
    }
    copy[Symbol.dispose]();

    expect(existsSync(dirname(copy.file))).toBe(false);
  });

  it('throws a problem with the file’s name when the file is missing', () => {
    const file = join(temporaryFolder(), 'gone.db');

    expect(() => copyDatabase(file)).toThrow(`${file}: could not be copied to be looked at`);
  });
});

describe('isWritable()', () => {
  it('returns true for a file in a writable folder, and false in a missing folder', () => {
    const folder = temporaryFolder({ 'runs.db': '' });

    expect(isWritable(join(folder, 'runs.db'))).toBe(true);
    expect(isWritable(join(folder, 'gone/runs.db'))).toBe(false);
  });
});
