import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../../../engine/index.ts';
import { openDatabase, openForReading } from '../../../../main/host/database/open-database.ts';
import { ourSchema } from '../../../../main/host/database/open-sqlite.ts';
import { openToQuery } from '../../../../main/host/database/query-database.ts';
import { collectParts, finishedJobs } from '../../../../main/host/sweeps/collect.ts';
import { supper } from '../../../engine/store/pantry.ts';
import { openDatabase as openRaw } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ENDLESS = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';

const OURS = [...ourSchema().values()];
const namesOf = (wanted: string): readonly string[] =>
  OURS.filter(({ type, name }) => type === wanted && !name.startsWith('sqlite_')).map(({ name }) => name);

/** SQLite keeps triggers off virtual tables, and off the tables of a word index. */
const TABLES = namesOf('table').filter((name) => !/^(?:entry|note)_text/.test(name));
const VIEWS = namesOf('view');

/** What a stranger does to a database, and what the refusal names. */
type Attack = readonly [sql: string, named: string];

/** Changes the text of one of our own, as no SQL could. */
const rewritten = (name: string, from: string, to: string): Attack => [
  `PRAGMA writable_schema = ON;
   UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${name}';
   PRAGMA writable_schema = RESET`,
  `"${name}" is not as Orrery makes it`,
];

const ATTACKS: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    TABLES.map((table, nth): [string, Attack] => {
      const when = ['BEFORE INSERT', 'AFTER UPDATE', 'AFTER DELETE'][nth % 3]!;
      return [
        `a trigger ${when} on ${table} that never ends`,
        [`CREATE TRIGGER evil ${when} ON ${table} BEGIN ${ENDLESS}; END`, 'trigger "evil" is not Orrery'],
      ];
    }),
  ),
  ...Object.fromEntries(
    VIEWS.map((view): [string, Attack] => [
      `a view ${view} that never ends`,
      [`DROP VIEW ${view}; CREATE VIEW ${view} AS ${ENDLESS}`, `view "${view}" is not as Orrery makes it`],
    ]),
  ),
  'a trigger in place of ours': [
    `DROP TRIGGER run_removed; CREATE TRIGGER run_removed AFTER DELETE ON run BEGIN ${ENDLESS}; END`,
    'trigger "run_removed" is not as Orrery makes it',
  ],
  'a trigger in place of ours, in capital letters': [
    `DROP TRIGGER note_added; CREATE TRIGGER NOTE_ADDED AFTER INSERT ON note BEGIN ${ENDLESS}; END`,
    'trigger "NOTE_ADDED" is not Orrery',
  ],
  'a trigger that does as ours and one thing more': [
    `DROP TRIGGER note_removed; CREATE TRIGGER note_removed AFTER DELETE ON note BEGIN
       INSERT INTO note_text (note_text, rowid, text, tags) VALUES ('delete', old.id, old.text, old.tags);
       DELETE FROM run; END`,
    'trigger "note_removed"',
  ],
  'a trigger of ours on another table': [
    `DROP TRIGGER app_removed; CREATE TRIGGER app_removed AFTER DELETE ON note BEGIN DELETE FROM run; END`,
    'trigger "app_removed"',
  ],
  'a trigger that refuses': [
    "CREATE TRIGGER no BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'no'); END",
    'trigger "no"',
  ],
  'a trigger instead of writing to a view': [
    `CREATE TRIGGER evil INSTEAD OF INSERT ON entries BEGIN ${ENDLESS}; END`,
    'trigger "evil"',
  ],
  'a trigger whose name steers the terminal': [
    'CREATE TRIGGER "\u001b[2J" BEFORE INSERT ON run BEGIN DELETE FROM note; END',
    'trigger "\\u001b[2J"',
  ],
  'a trigger whose name is very long': [
    `CREATE TRIGGER ${'x'.repeat(5_000)} BEFORE INSERT ON run BEGIN DELETE FROM note; END`,
    'trigger "xxxx',
  ],
  'a view of another name': [`CREATE VIEW extra AS ${ENDLESS}`, 'view "extra"'],
  'a view in place of the runs': [
    'PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; ALTER TABLE run RENAME TO old; CREATE VIEW run AS SELECT * FROM old',
    '"run_owner" is not as Orrery makes it',
  ],
  'a view in place of the notes': [
    `PRAGMA foreign_keys = OFF; DROP TABLE note; CREATE VIEW note AS ${ENDLESS}`,
    'view "note" is not as Orrery makes it',
  ],
  'an index on an expression': ['CREATE INDEX evil ON run (abs(seed))', 'index "evil"'],
  'an index on an expression among columns': [
    'CREATE INDEX evil ON note (run, length(text))',
    'index "evil"',
  ],
  'an index of some rows': ['CREATE INDEX evil ON run (seed) WHERE seed > 3', 'index "evil"'],
  'an index on an expression of a table of others': [
    'CREATE TABLE mine (a); CREATE INDEX evil ON mine (a || a)',
    'index "evil"',
  ],
  'an index in place of ours': [
    'DROP INDEX note_run; CREATE INDEX note_run ON note (abs(run))',
    'index "note_run" is not as Orrery makes it',
  ],
  'a computed column of a table of others': ['CREATE TABLE mine (a, b AS (a || a))', 'table "mine"'],
  'a stored computed column': ['CREATE TABLE mine (a, b AS (abs(a)) STORED)', 'table "mine"'],
  'a table that refers to ours': [
    'CREATE TABLE mine (a REFERENCES run (id) ON DELETE CASCADE)',
    'table "mine"',
  ],
  'a computed column of the runs': [
    'ALTER TABLE run ADD COLUMN evil INTEGER AS (abs(seed))',
    'table "run" is not as Orrery makes it',
  ],
  'a column of the notes': [
    'ALTER TABLE note ADD COLUMN more TEXT',
    'table "note" is not as Orrery makes it',
  ],
  'a check of the notes': rewritten(
    'note',
    'text  TEXT    NOT NULL',
    'text  TEXT    CHECK (text <> hex(zeroblob(100000)))',
  ),
  'a default of the runs': rewritten(
    'run',
    'entries       INTEGER NOT NULL DEFAULT 0',
    'entries       INTEGER NOT NULL DEFAULT (random())',
  ),
  'a collation of the runs': rewritten(
    'run',
    'scenario      TEXT    NOT NULL',
    'scenario      TEXT    COLLATE NOCASE NOT NULL',
  ),
  'other actions when a run is deleted': rewritten('note', 'ON DELETE CASCADE', 'ON DELETE SET NULL'),
  'a full-text index': ['CREATE VIRTUAL TABLE evil USING fts5 (a)', 'table "evil"'],
  'a full-text index over a view': [
    `CREATE VIEW rows AS ${ENDLESS}; CREATE VIRTUAL TABLE evil USING fts5 (a, content = 'rows')`,
    'view "rows"',
  ],
  'another word index of the notes': [
    "DROP TABLE note_text; CREATE VIRTUAL TABLE note_text USING fts5 (text, tags, content = 'run')",
    'table "note_text" is not as Orrery makes it',
  ],
  'another word index of the entries': [
    'DROP TABLE entry_text; CREATE VIRTUAL TABLE entry_text USING fts5 (text)',
    'table "entry_text" is not as Orrery makes it',
  ],
  'a table in place of a word index': [
    'DROP TABLE note_text; CREATE TABLE note_text (text, tags)',
    'table "note_text" is not as Orrery makes it',
  ],
  'an index of places': ['CREATE VIRTUAL TABLE evil USING rtree (id, a, b)', 'table "evil"'],
  'a list of pages': ['CREATE VIRTUAL TABLE evil USING dbstat', 'table "evil"'],
  'the words of an index': ["CREATE VIRTUAL TABLE evil USING fts5vocab ('note_text', 'row')", 'table "evil"'],
  'a trigger with the name of a table of ours': [
    `CREATE TRIGGER note BEFORE INSERT ON run BEGIN ${ENDLESS}; END`,
    'trigger "note" is not as Orrery makes it',
  ],
  'very many tables': [
    Array.from({ length: 1_000 }, (_, nth) => `CREATE TABLE t${nth} (a)`).join(';'),
    'more than 1,000 tables, indexes, views and triggers',
  ],
  'a trigger in one that says it is empty': [
    `CREATE TRIGGER evil BEFORE INSERT ON run BEGIN ${ENDLESS}; END; PRAGMA user_version = 0`,
    'trigger "evil"',
  ],
};

const HARMLESS: Readonly<Record<string, string>> = {
  'a table of others': 'CREATE TABLE mine (a INTEGER PRIMARY KEY, b TEXT UNIQUE, c DEFAULT 7)',
  'an index on columns': 'CREATE INDEX mine ON entry (time, due)',
  'what SQLite found out about the indexes': 'ANALYZE',
};

/** Of a note on a whole run. */
const ABOUT = { tags: [], range: undefined, value: undefined, made: 0 };

let sound: string;

/** A copy of a sound database on which `sql` was run. */
function changed(sql: string): string {
  const file = join(temporaryFolder(), 'runs.db');
  copyFileSync(sound, file);
  const db = openRaw(file);
  db.unsafeMode();
  // As any other program leaves a file: in one piece.
  db.pragma('journal_mode = DELETE');
  db.pragma('synchronous = OFF');
  db.exec(sql);
  db.close();
  return file;
}

/** What `open` throws. */
function refusalOf(open: () => Disposable): StoreError {
  try {
    using _ = open();
  } catch (thrown) {
    if (thrown instanceof StoreError) return thrown;
    throw thrown;
  }
  throw new Error('It was opened.');
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('a database that a stranger has changed', () => {
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-sound-'));
    sound = join(folder, 'sound.db');
    using database = openDatabase(sound);
    const { id } = database.store.begin(supper());
    database.store.addNote({ ...ABOUT, run: id, text: 'Nice.' });
  });

  afterAll(() => {
    rmSync(dirname(sound), { recursive: true });
  });

  it('is tried in at least 60 ways', () => {
    expect(Object.keys(ATTACKS).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(ATTACKS))('is refused with %s, and stays as it is', (_, [sql, named]) => {
    const file = changed(sql);
    const before = hashOf(file);

    const openers: readonly ((path: string) => Disposable)[] = [openDatabase, openForReading, openToQuery];
    for (const open of openers) {
      const { code, message } = refusalOf(() => open(file));
      expect(code).toBe('store-foreign');
      expect(message).toContain(named);
    }
    expect(hashOf(file)).toBe(before);
  });

  it.each(Object.entries(HARMLESS))('is opened with %s', (_, sql) => {
    const file = changed(sql);

    using database = openDatabase(file);
    const [run] = database.store.runs();
    expect(database.store.addNote({ ...ABOUT, run: run!.id, text: 'Good.' }).text).toBe('Good.');
    expect(database.store.findNotes('good')).toHaveLength(1);
    using queryable = openToQuery(file);
    expect([...queryable.query('SELECT text FROM notes ORDER BY text').rows]).toEqual([['Good.'], ['Nice.']]);
  });

  it('is refused as a part of a sweep, too', () => {
    const folder = temporaryFolder({ 'parts/none': '' });
    const part = join(folder, 'parts/shard-1-of-2-1.db');
    copyFileSync(changed(`CREATE TRIGGER evil BEFORE DELETE ON run BEGIN ${ENDLESS}; END`), part);
    using target = openDatabase(join(folder, 'results.db'));
    const named = `${part}: The trigger "evil" is not Orrery’s`;

    expect(() => finishedJobs(folder, 'shard-1-of-2')).toThrow(named);
    expect(() => collectParts(folder, [], target.store)).toThrow(named);
  });
});
