import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import { openDatabase, openUnlocked } from '../../../../main/host/database/open-database.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { openDatabase as openRaw, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callingGuest, prepared } from '../runs/dinner.ts';

/** Whether `work` ends, or throws that the database is locked. */
function endsOrIsBusy(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    return (thrown as { readonly code?: unknown }).code === 'store-busy';
  }
}

describe('openDatabase()', () => {
  it('creates the file and its parent folders', () => {
    const file = join(temporaryFolder(), 'new/deeper/runs.db');

    {
      using database = openDatabase(file);
      expect(database.store.runs()).toEqual([]);
    }

    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  it.each(['Dear diary, '.repeat(100), 'D'])(
    'refuses a file that is not a SQLite database and leaves it unchanged',
    (text) => {
      const file = join(temporaryFolder({ 'runs.db': text }), 'runs.db');

      expect(() => openDatabase(file)).toThrow(`${file}: This is not a SQLite database.`);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('refuses a folder, and a path below a file', () => {
    const folder = temporaryFolder({ kitchen: 'a file' });

    expect(() => openDatabase(folder)).toThrow('This is a folder, a device or a pipe.');
    expect(() => openDatabase(join(folder, 'kitchen/runs.db'))).toThrow('its folder could not be made');
  });

  it.runIf(existsSync('/proc/self'))('refuses a path whose parent folder cannot be created', () => {
    expect(() => openDatabase('/proc/kitchen/deeper/runs.db')).toThrow('its folder could not be made');
  });

  it('opens a file whose tables another process creates meanwhile', () => {
    const file = join(temporaryFolder(), 'runs.db');
    const [one, other] = [openRaw(file), openRaw(file)];
    onTestFinished(() => {
      one.close();
      other.close();
    });
    const pragma = one.pragma.bind(one);
    // Between what this one reads to tell whose file it is.
    one.pragma = (text, options) => {
      const read = pragma(text, options);
      if (text === 'application_id')
        expect(() => openStore(other, packing, { busyTimeout: 1 })).toSatisfy(endsOrIsBusy);
      return read;
    };

    expect(openStore(one, packing).count()).toBe(0);
    expect(openStore(other, packing).count()).toBe(0);
  });

  it('says at once that it waits when another program has locked the file, and waits as usual later', async () => {
    const file = join(temporaryFolder(), 'runs.db');
    const other = openRaw(file);
    onTestFinished(() => void other.close());
    other.exec('BEGIN IMMEDIATE');
    const told: string[] = [];

    using database = await openUnlocked(file, {
      // With the usual wait for a lock, three of them take longer than this test may.
      onWait: (why) => void (told.push(why) > 2 && other.exec('COMMIT')),
    });

    expect(told.slice(2)).toEqual(['Another program has locked the database. Waiting until it is free.']);
    expect(database.store.runs()).toEqual([]);
  }, 9_000);

  it.runIf(existsSync('/proc/locks'))(
    'keeps the locks of SQLite when it looks whether the file was lost',
    () => {
      const file = join(temporaryFolder(), 'runs.db');
      using one = openDatabase(file);
      const locks = (): readonly string[] =>
        readFileSync('/proc/locks', 'utf8')
          .split('\n')
          .filter((line) => line.includes(`:${statSync(file).ino} `))
          .map((line) => line.replace(/^\d+/, ''));
      const before = locks();

      expect(one.lost()).toBeUndefined();
      {
        using other = openDatabase(file);
        expect(other.lost()).toBeUndefined();
      }
      expect(before).not.toEqual([]);
      expect(locks()).toEqual(before);
    },
  );

  it('marks only the runs whose process has ended as interrupted', async () => {
    const file = join(temporaryFolder(), 'runs.db');
    using writing = openDatabase(file);
    const lost = new LiveRun(await prepared(callingGuest(2)), writing.store);
    const live = new LiveRun(await prepared(callingGuest(2)), writing.store);
    for (const run of [lost, live]) run.advance(() => false);
    const raw = openRaw(file);
    raw
      .prepare('UPDATE run SET owner = ? WHERE id = 1')
      .run('process 12 on node7, since 2026-03-01T10:00:00Z, 0123456789abcdef');
    raw.close();

    using database = openDatabase(file);

    expect(database.store.runs().map(({ id, state, entries }) => [id, state, entries])).toEqual([
      ['r2', 'running', 1],
      ['r1', 'interrupted', 1],
    ]);
  });
});
