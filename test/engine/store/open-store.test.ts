import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../engine/index.ts';
import { storeErrorOf } from '../../../engine/store/errors.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { fill, minute, PANTRY, shelfAfter, supper } from './pantry.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  file = join(folder, 'house.db');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The error that `openStore` throws for the file; fails when `openStore` changes the file. */
function refusalOf(path: string): unknown {
  const before = readFileSync(path);
  const db = openDatabase(path);
  try {
    openStore(db, packing);
    return undefined;
  } catch (thrown) {
    return thrown;
  } finally {
    db.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  }
}

function writeSome(): void {
  const db = openDatabase(file);
  const run = openStore(db, packing).begin(supper());
  const entries = Array.from({ length: 500 }, (_, index) => fill(index));
  run.append(entries, minute(499));
  db.close();
}

const refused = (code: string, message: string): unknown =>
  expect.objectContaining({ code, message: expect.stringContaining(message) as unknown });

describe('openStore()', () => {
  it('reads what was written before the file was closed', () => {
    writeSome();
    const db = openDatabase(file);

    expect(openStore(db, packing).stateAt(openStore(db, packing).runs()[0]!.id, PANTRY, 499)).toEqual(
      shelfAfter(499)[PANTRY],
    );
    db.close();
  });

  it('lets two stores write to the same file in turn', () => {
    const [one, other] = [openDatabase(file), openDatabase(file)];

    const ids = [openStore(one, packing), openStore(other, packing)].map((store) => store.begin(supper()).id);

    expect(ids).toEqual(['r1', 'r2']);
    one.close();
    other.close();
  });

  it('refuses a file that is not a SQLite database', () => {
    writeFileSync(file, 'Dear diary, today I cooked soup for the whole house, and it was good.\n'.repeat(20));

    expect(refusalOf(file)).toEqual(
      refused('store-not-a-database', `${file}: This is not a SQLite database.`),
    );
  });

  it('refuses the database of another program', () => {
    const db = openDatabase(file);
    db.exec('CREATE TABLE recipe (name TEXT)');
    db.close();

    expect(refusalOf(file)).toEqual(
      refused('store-foreign', `${file}: This database belongs to another program.`),
    );
  });

  it('refuses a database that lacks a table', () => {
    writeSome();
    const db = openDatabase(file);
    db.exec('DROP TABLE note_text');
    db.close();

    expect(refusalOf(file)).toEqual(
      refused(
        'store-damaged',
        `${file}: The database is damaged. Restore a copy of it, or move it away; nothing was changed.`,
      ),
    );
  });

  it('refuses a database from before the first release', () => {
    writeSome();
    const db = openDatabase(file);
    db.pragma('user_version = 13');
    db.close();

    expect(refusalOf(file)).toEqual(
      refused(
        'store-older',
        `${file}: An Orrery from before the first release wrote this database (version 13; this one reads `,
      ),
    );
  });

  it('refuses a database of a newer version', () => {
    writeSome();
    const db = openDatabase(file);
    db.pragma('user_version = 99');
    db.close();

    expect(refusalOf(file)).toEqual(
      refused('store-newer', `${file}: A newer Orrery wrote this database (version 99; this one reads `),
    );
  });

  it('knows older databases by their version: whoever changes a word of the schema raises it', () => {
    const db = openDatabase(file);
    openStore(db, packing);
    // Without the tables that SQLite makes for an index of words: their text is its own.
    const schema = db
      .prepare<[], string>(
        "SELECT sql FROM sqlite_schema WHERE sql NOT LIKE 'CREATE TABLE ''%' ORDER BY name",
      )
      .pluck()
      .all();
    const hash = createHash('sha256').update(schema.join('\n')).digest('hex').slice(0, 16);

    expect({ version: db.pragma('user_version', { simple: true }), hash }).toEqual({
      version: 37,
      hash: '870cdf31ccbaafaa',
    });
    db.close();
  });

  it('refuses a file whose end is missing', () => {
    writeSome();
    truncateSync(file, 20_480);

    expect(refusalOf(file)).toEqual(refused('store-damaged', `${file}: The database is damaged`));
  });

  it('refuses a file with an overwritten page', () => {
    writeSome();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 16_384, 24_576);
    writeFileSync(file, bytes);

    expect(refusalOf(file)).toEqual(refused('store-damaged', `${file}: The database is damaged (`));
  });

  it('reports that another program has locked the file', () => {
    writeSome();
    const holder = openDatabase(file);
    holder.exec('BEGIN IMMEDIATE');
    const db = openDatabase(file);
    const store = openStore(db, packing);
    db.pragma('busy_timeout = 1');

    expect(() => store.begin(supper())).toThrow(
      refused(
        'store-busy',
        `${file}: Another program is using the database. Try again when it has finished.`,
      ),
    );
    db.close();
    holder.close();
  });

  it('names a trigger of another program that refuses a change', () => {
    writeSome();
    const db = openDatabase(file);
    const store = openStore(db, packing);
    db.exec("CREATE TRIGGER no BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'no more'); END");

    expect(() => store.begin(supper())).toThrow(
      refused(
        'store-foreign',
        'A trigger in the database refused a change: no more. Another program made it.',
      ),
    );
    db.close();
  });

  it('reports a full disk and keeps the entries written before', () => {
    writeSome();
    const db = openDatabase(file);
    const store = openStore(db, packing);
    const run = store.begin(supper());
    run.append([fill(0)], minute(0));
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true }) as number}`);

    expect(() => {
      run.append([fill(1, 'plums '.repeat(100_000))], minute(1));
    }).toThrow(
      refused('store-full', 'The disk is full. Make room and try again; what was written before is safe.'),
    );
    expect(store.run(run.id)?.entries).toBe(1);
    expect(store.entry(run.id, 0)).toEqual(fill(0));
    db.close();
  });
});

describe('storeErrorOf()', () => {
  it('takes a view in the place of a table for damage', () => {
    const db = openDatabase(':memory:');
    db.exec('CREATE VIEW entry AS SELECT 1 AS id');
    let thrown: unknown;
    try {
      db.exec('INSERT INTO entry VALUES (1)');
    } catch (error) {
      thrown = error;
    }
    db.close();

    expect(storeErrorOf('house.db', thrown)).toMatchObject({ code: 'store-damaged' });
  });

  it.each([
    ['SQLITE_IOERR_WRITE', 'store-unreadable'],
    ['SQLITE_READONLY_DIRECTORY', 'store-read-only'],
    ['SQLITE_CANTOPEN', 'store-unreadable'],
    ['SQLITE_BUSY_SNAPSHOT', 'store-busy'],
    ['SQLITE_CORRUPT_INDEX', 'store-damaged'],
  ])('maps %s to the code %s', (code, wanted) => {
    expect(storeErrorOf('house.db', Object.assign(new Error('no'), { code }))).toMatchObject({
      code: wanted,
    });
  });

  it('explains a text that is longer than V8 allows', () => {
    let thrown: unknown;
    try {
      'x'.repeat(2 ** 30);
    } catch (error) {
      thrown = error;
    }

    expect(storeErrorOf('house.db', thrown)).toMatchObject({
      code: 'store-too-long',
      message: expect.stringMatching(
        /^house\.db: The plan of the run, a state or an entry is longer than/,
      ) as string,
    });
  });

  it('returns any other error unchanged', () => {
    const bug = new TypeError('no such soup');

    expect(storeErrorOf('house.db', bug)).toBe(bug);
    expect(storeErrorOf('house.db', undefined)).toBeUndefined();
  });
});
