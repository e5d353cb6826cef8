import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyDatabase, isWritable, openDatabase } from '../../../../main/host/database/open-database.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callingGuest, prepared } from '../runs/dinner.ts';

describe('a copy of a database', () => {
  it('holds what stands in the journal only, and is gone afterwards', async () => {
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

  it('that cannot be made is told of', () => {
    const file = join(temporaryFolder(), 'gone.db');

    expect(() => copyDatabase(file)).toThrow(`${file}: could not be copied to be looked at`);
  });
});

describe('mayBeWritten()', () => {
  it('is so of a file in a folder of ours, and not of what is not there', () => {
    const folder = temporaryFolder({ 'runs.db': '' });

    expect(isWritable(join(folder, 'runs.db'))).toBe(true);
    expect(isWritable(join(folder, 'gone/runs.db'))).toBe(false);
  });
});
