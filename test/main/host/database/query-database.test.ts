import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import type { Json, JsonObject } from '../../../../engine/model/index.ts';
import { openToQuery, type QueryResult } from '../../../../main/host/database/index.ts';
import { importText } from '../../../../main/host/import/import-file.ts';
import { fill, minute, supper } from '../../../engine/store/pantry.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const JARS = 500;
const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/database.md'), 'utf8');
const QUERIES = Array.from(PAGE.matchAll(/```sql\n([^`]+)```/g), ([, sql]) => sql!);

const rowsOf = ({ rows }: QueryResult): readonly (readonly unknown[])[] => [...rows];

describe('openToQuery()', () => {
  it('answers queries while a run is recorded, with whole batches only', () => {
    const file = join(temporaryFolder(), 'runs.db');
    const db = openDatabase(file);
    const run = openStore(db, packing).begin(supper());
    using reader = openToQuery(file);

    for (let from = 0; from < 4 * JARS; from += JARS) {
      run.append(
        Array.from({ length: JARS }, (_, nth) => fill(from + nth)),
        minute(from + JARS - 1),
        from,
      );
      const counts = 'SELECT entries, (SELECT count(*) FROM entry), (SELECT count(*) FROM change) FROM run';
      expect(rowsOf(reader.query(counts))).toEqual([[from + JARS, from + JARS, from + JARS]]);
      for (const sql of QUERIES) expect(() => rowsOf(reader.query(sql))).not.toThrow();
    }
    db.close();
  });

  it('reads a result to its end unchanged while entries are written', () => {
    const file = join(temporaryFolder(), 'runs.db');
    const db = openDatabase(file);
    const run = openStore(db, packing).begin(supper());
    run.append([fill(0), fill(1)], minute(1));
    using reader = openToQuery(file);
    const rows = reader.query('SELECT position FROM entries ORDER BY position').rows[Symbol.iterator]();

    expect(rows.next().value).toEqual([0]);
    run.append([fill(2)], minute(2));

    expect(rows.next().value).toEqual([1]);
    expect(rows.next().done).toBe(true);
    expect(rowsOf(reader.query('SELECT count(*) FROM entries'))).toEqual([[3]]);
    db.close();
  });

  it('gives no seconds where none are recorded', () => {
    const file = join(temporaryFolder(), 'runs.db');
    const db = openDatabase(file);
    const store = openStore(db, packing);
    const soup: Json = [{ role: 'assistant', content: 'Soup.' }];
    importText(store, JSON.stringify(soup), 'soup.json');
    const timed = { ...(soup[0] as JsonObject), timestamp: '2026-01-05T09:00:00Z' };
    importText(store, JSON.stringify([timed]), 'late-soup.json');
    db.close();
    using reader = openToQuery(file);

    for (const view of ['entries', 'run_summary', 'tool_calls'])
      expect(rowsOf(reader.query(`SELECT run, seconds FROM ${view} ORDER BY run`))).toEqual([
        ['r1', null],
        ['r2', 0],
      ]);
  });

  it('refuses a value that is longer than SQLite holds', () => {
    const file = join(temporaryFolder(), 'runs.db');
    const db = openDatabase(file);
    openStore(db, packing);
    db.close();
    using reader = openToQuery(file);

    expect(() => rowsOf(reader.query('SELECT zeroblob(2000000000)'))).toThrow('A value is too long.');
  });

  it('binds parameters and returns large integers exactly', () => {
    const file = join(temporaryFolder(), 'runs.db');
    const db = openDatabase(file);
    openStore(db, packing);
    using reader = openToQuery(file);

    const { columns, rows } = reader.query('SELECT ? AS a, 9007199254740993 AS b, 1 AS c', 'r1');

    expect(columns).toEqual(['a', 'b', 'c']);
    expect([...rows]).toEqual([['r1', 9007199254740993n, 1]]);
    db.close();
  });
});
