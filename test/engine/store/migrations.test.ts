import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/ids.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { CLOCK, fill, look, PANTRY, shelfAfter } from './pantry.ts';

/** A database as Orrery wrote it. */
const inVersion = (version: number): string =>
  readFileSync(new URL(`./version-${version}.sql`, import.meta.url), 'utf8');

it('a database of version 9 is brought over with all that is in it', () => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  db.exec(inVersion(9));

  const store = openStore(db, packing);

  const run = runId('r1');
  const log = [fill(0), look(1), fill(2)];
  expect(store.run(run)).toMatchObject({ scenario: 'supper', entries: 3, logHash: 'ab12' });
  expect(store.entries(run, 0, 9)).toEqual(log);
  expect(store.heads(run, 0, 9).map(({ changed }) => changed)).toEqual([true, false, true]);
  expect(store.changeBeside(run, PANTRY, 0, 'on')).toBe(2);
  expect(store.stateAt(run, PANTRY, 0)).toEqual(shelfAfter(0)[PANTRY]);
  expect(store.plan(run)?.events.map(({ id }) => id)).toEqual(['1-shelf-put', '2-shelf-put']);
  expect(store.source(run)?.text).toBe('soup first');
  store.takeIn(run, 9);
  expect(store.search(run, [{ term: { kind: 'text', text: 'plums 2' }, not: false }], 0)).toEqual([2]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

it.each([
  [11, 'each entry of a stretch had a list of changes'],
  [12, 'each had an object of its own'],
])('a database of version %i, when %s, is brought over with its packed stretches', (version) => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  db.exec(inVersion(version));

  const store = openStore(db, packing);

  const run = runId('r1');
  const turned = { ...look(40), changes: [{ op: 'set', app: CLOCK, path: ['face'], value: 'oval' }] };
  const log = Array.from({ length: 43 }, (_, at) => {
    if (at === 40) return turned;
    return at % 10 === 9 || at === 41 ? look(at) : fill(at);
  });
  expect(store.entries(run, 0, 99)).toEqual(log);
  expect(store.heads(run, 0, 99).map(({ changed }) => changed)).toEqual(
    log.map(({ changes }) => changes.length > 0),
  );
  expect(store.stateAt(run, PANTRY, 8)).toEqual(shelfAfter(8)[PANTRY]);
  expect(store.stateAt(run, CLOCK, 42)).toEqual({ face: 'oval' });
  expect(store.changeBeside(run, CLOCK, 0, 'on')).toBe(40);
  expect(store.changeBeside(run, PANTRY, 41, 'on')).toBe(42);
  expect(store.touching(run, PANTRY, ['jars', 0, 'label'], 30, 42).map(({ index }) => index)).toEqual([
    ...[30, 31, 32, 33, 34, 35, 36, 37, 38, 42],
  ]);
});
