import { truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store, writeTrace } from '../../../../engine/index.ts';
import { importRuns } from '../../../../main/host/import/import-file.ts';
import { SAMPLE_WORKSPACE } from '../../../../main/host/system/installation.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { LIMITS } from '../../../../preload/contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { importOne, importOneText } from './import-one.ts';

const SAMPLE = join(SAMPLE_WORKSPACE, 'traces/clay_delivery_time.trace.json');

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

describe('importRuns()', () => {
  it('creates a run from a trace, with the same hash each time', async () => {
    const store = emptyStore();

    const run = await importOne(store, SAMPLE);
    const again = await importOne(emptyStore(), SAMPLE);

    expect(run).toMatchObject({ state: 'recorded', mode: 'trace', source: 'clay_delivery_time.trace.json' });
    expect(store.entries(run.id, 0, 100)).toHaveLength(run.entries);
    expect(run.logHash).toMatch(/^[\da-f]{64}$/);
    expect(again.logHash).toBe(run.logHash);
  });

  it.each([
    ['truncated', async () => (await readFile(SAMPLE, 'utf8')).slice(0, 5_000)],
    ['not JSON', () => Promise.resolve('Dear diary,')],
    ['empty', () => Promise.resolve('')],
    ['an archive without anything', () => Promise.resolve('PK\x03\x04')],
    ['JSON of something else', () => Promise.resolve('{"soup": true}')],
  ])('refuses a file that is %s and stores nothing', async (_what, text) => {
    const store = emptyStore();
    const folder = temporaryFolder({ 'broken.json': await text() });

    await expect(importOne(store, join(folder, 'broken.json'))).rejects.toThrow(/^broken\.json[:,] .+\.$/);
    expect(store.runs()).toEqual([]);
  });

  it('notes that a run is a trajectory of another tool', () => {
    const steps = [{ step_id: 1, source: 'user', message: 'Soup!' }];
    const agent = { name: 'cook', version: '1' };
    const text = JSON.stringify({ schema_version: 'ATIF-v1.4', session_id: 'supper', agent, steps });

    const { notes } = importOneText(emptyStore(), text, 'supper.json');

    expect(notes[0]).toEqual({ kind: 'trajectory', text: 'Read as a trajectory in the format of ATIF.' });
  });

  it('keeps a call without a result as neither done nor failed', () => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const call = (id: string): object => ({
      id,
      type: 'function',
      function: { name: 'boil', arguments: '{}' },
    });
    const messages = [
      { role: 'assistant', content: '', tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'hot' },
    ];

    const { id } = importOneText(openStore(db, packing), JSON.stringify(messages), 'supper.json');

    expect(db.prepare('SELECT status, result FROM tool_calls WHERE run = ?').raw().all(id)).toEqual([
      ['done', '"hot"'],
      ['no-result', null],
    ]);
    expect(openStore(db, packing).entry(id, 1)?.outcome).toEqual({ status: 'no-result' });

    const trace = writeTrace(openStore(db, packing), openStore(db, packing).run(id)!);
    let piece = trace.next();
    while (piece.done !== true) piece = trace.next();
    expect(piece.value).toContain(
      'completed_events: 1 call without a recorded result, written with an empty one.',
    );
  });

  const RUN = JSON.stringify({
    schema_version: 'ATIF-v1.7',
    agent: { name: 'cook', version: '1' },
    steps: [{ step_id: 1, source: 'user', message: 'Süppchen!' }],
  });

  it.each([
    ['in UTF-16 with a mark', Buffer.from(`\uFEFF${RUN}`, 'utf16le')],
    ['in UTF-16, the other way round', Buffer.from(`\uFEFF${RUN}`, 'utf16le').swap16()],
    ['in UTF-16 without a mark', Buffer.from(RUN, 'utf16le')],
    ['in UTF-8 with a mark, in lines', Buffer.from(`\uFEFF${RUN}\n\n`)],
    ['packed by gzip', gzipSync(RUN)],
  ])('reads a file %s', async (_how, bytes) => {
    const store = emptyStore();
    const [run] = await importRuns(store, { name: 'supper.json', bytes });
    const [said] = store.entries(run!.id, 0, 10);
    expect(said).toMatchObject({ action: { args: { content: 'Süppchen!' } } });
  });

  it.each([
    ['\x80\x04\x95', /This is a pickle of Python\. It is a program/],
    ['<!DOCTYPE html><p>', /This is a web page\./],
    ['version https://git-lfs.github.com/spec/v1\n', /This is a pointer of Git LFS\./],
    [
      gzipSync('{"soup": 1}').toString('latin1').slice(0, -9),
      /The file is packed by gzip, and it is damaged/,
    ],
    [gzipSync(Buffer.alloc(LIMITS.importBytes + 1)).toString('latin1'), /unpacked it has more than/],
  ])('says what a file is that it cannot read: %#', async (start, message) => {
    await expect(
      importRuns(emptyStore(), { name: 'supper.json', bytes: Buffer.from(start, 'latin1') }),
    ).rejects.toThrow(message);
  });

  it('says what to do with a database', async () => {
    const folder = temporaryFolder();
    openDatabase(join(folder, 'runs.db')).exec('CREATE TABLE soup (id)').close();

    await expect(importOne(emptyStore(), join(folder, 'runs.db'))).rejects.toThrow(
      'runs.db: This is a database. Give its file with --db, or open the folder of its workspace.',
    );
  });

  it('refuses a file over 400 MB without reading it', async () => {
    const file = join(temporaryFolder({ 'huge.json': '' }), 'huge.json');
    truncateSync(file, 500_000_000);

    await expect(importOne(emptyStore(), file)).rejects.toThrow(
      'huge.json is too large: 500 MB, of 400 MB at most',
    );
  });

  it('lets another connection write to the database during an import', async () => {
    const file = join(temporaryFolder(), 'runs.db');
    const [own, other] = [openDatabase(file), openDatabase(file)];
    onTestFinished(() => {
      [own, other].forEach((db) => db.close());
    });
    const stores = [openStore(own, packing), openStore(other, packing)] as const;
    other.pragma('busy_timeout = 0');
    let turns = 0;

    await importOne(stores[0], SAMPLE, () => {
      stores[1].interruptLost(() => true);
      turns += 1;
    });

    expect(turns).toBe(1);
    expect(stores[1].count()).toBe(1);
  });

  it('throws no-such-file for a missing file', async () => {
    await expect(importOne(emptyStore(), '/no/such/trace.json')).rejects.toMatchObject({
      code: 'no-such-file',
    });
  });
});
