import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type LogEntry, LogHash, runId, type RunSummary } from '../../../../engine/model/index.ts';
import { openDatabase, openForReading } from '../../../../main/host/database/open-database.ts';
import { openToQuery } from '../../../../main/host/database/query-database.ts';
import { sha256 } from '../../../../main/host/system/index.ts';
import { openDatabase as openRaw } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const KEPT = new URL('../../../fixtures/databases/', import.meta.url);

/** A database of each release. */
const releases = readdirSync(KEPT);

/** A database as that release wrote it, in a folder of its own. */
function unpacked(release: string): { folder: string; file: string; bytes: Buffer } {
  const folder = temporaryFolder();
  const file = join(folder, 'runs.db');
  const bytes = gunzipSync(readFileSync(new URL(release, KEPT)));
  writeFileSync(file, bytes);
  return { folder, file, bytes };
}

function hashOf(log: readonly LogEntry[]): string {
  const hash = new LogHash(sha256());
  for (const entry of log) hash.add(entry);
  return hash.end();
}

describe.each(releases)('the database %s', (release) => {
  it('is opened with all that is in it, and kept as it was', () => {
    const { folder, file, bytes } = unpacked(release);

    {
      using database = openDatabase(file);
      const { store, upgraded } = database;
      const runs = store.runs();

      expect(upgraded).toContain('was written by an earlier Orrery. It is upgraded');
      expect(runs.map(({ id, scenario, entries }) => `${id} ${scenario} ${entries}`)).toMatchSnapshot();
      expect(store.damage()).toEqual([]);
      for (const run of runs) {
        const entries = store.entries(run.id, 0, run.entries);
        if (run.logHash !== undefined) expect(hashOf(entries)).toBe(run.logHash);
        for (const { name } of run.apps) expect(store.stateAt(run.id, name, run.entries)).toBeDefined();
      }
      expect(store.run(runId('r1'))?.tags).toEqual(['kept']);
      expect(store.notes(runId('r2')).map(({ text, tags }) => [text, tags])).toEqual([
        ['The forwarder is quick.', ['quick']],
      ]);
      expect(store.findNotes('forwarder')).toHaveLength(1);
    }
    const kept = readdirSync(folder).filter((name) => name !== 'runs.db');
    expect(kept).toEqual([`runs.${basename(release, '.db.gz')}.db`]);
    const { length } = bytes;
    // SQLite notes in the header that the file no longer has a journal of its own.
    expect(readFileSync(join(folder, kept[0]!)).subarray(100, length)).toEqual(bytes.subarray(100));

    using again = openDatabase(file);
    expect(again.upgraded).toBeUndefined();
  });

  it('is left alone while another program has it open, and looked at in a copy', () => {
    const { folder, file } = unpacked(release);
    const other = openRaw(file);
    other.exec('BEGIN; SELECT * FROM run');
    other.prepare('SELECT id FROM run').all();

    expect(() => openDatabase(file)).toThrow('another program has it open');
    using database = openForReading(file);

    expect(database.readOnly).toBe(true);
    expect(database.store.count()).toBeGreaterThan(0);
    expect(readdirSync(folder).filter((name) => !name.startsWith('runs.db'))).toEqual([]);
    other.close();
  });

  it('says how it is upgraded when it is queried', () => {
    const { file } = unpacked(release);

    expect(() => openToQuery(file)).toThrow('to upgrade it');
  });

  it('says how many requests to models stay behind', () => {
    const { file } = unpacked(release);
    const raw = openRaw(file);
    const columns = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('exchange');
    for (const id of [1, 2])
      raw
        .prepare(`INSERT INTO exchange VALUES (${columns.map(() => '?').join()})`)
        .run(columns.map(() => id));
    raw.close();

    using database = openDatabase(file);

    expect(database.upgraded).toContain('Its 2 requests to models are in that file only');
  });

  it('gives no id of a deleted run again', () => {
    const { file } = unpacked(release);
    const last = (runs: readonly RunSummary[]): string => runs[0]!.id;
    const raw = openRaw(file);
    raw.prepare('DELETE FROM run WHERE id = (SELECT max(id) FROM run)').run();
    const { seq } = raw.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'run'").get() as {
      seq: number;
    };
    raw.close();

    using database = openDatabase(file);

    expect(Number(last(database.store.runs()).slice(1))).toBeLessThan(seq);
    const now = openRaw(file);
    expect(now.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'run'").get()).toEqual({ seq });
    now.close();
  });
});
