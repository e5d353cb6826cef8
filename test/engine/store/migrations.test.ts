import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/ids.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { fill, look, PANTRY, shelfAfter } from './pantry.ts';

/** As Orrery wrote it when logs had a row for each entry. */
const VERSION_9 = readFileSync(new URL('./version-9.sql', import.meta.url), 'utf8');

it('a database of an older version is brought over with all that is in it', () => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  db.exec(VERSION_9);

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
