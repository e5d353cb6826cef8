import { describe, expect, it, onTestFinished } from 'vitest';
import { OrreryError, openStore, planTrace } from '../../engine/index.ts';
import { openDatabase, packing } from '../open-database.ts';
import { corpus, plans, sound } from './corpus.ts';
import { tablesOf } from './tables-of.ts';
import { importOneText } from '../main/host/import/import-one.ts';

/** Far more than any of them takes here, and less than anybody waits. */
const TIMEOUT = 60_000; // milliseconds

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof OrreryError) return thrown.message;
    throw thrown;
  }
  throw new Error('found it taken in, wanted it refused');
}

describe('the importer', () => {
  it.each(corpus)(
    'refuses %s, and leaves the database as it was',
    (_what, text, refusal) => {
      const db = openDatabase();
      onTestFinished(() => void db.close());
      const store = openStore(db, packing);
      importOneText(store, sound(), 'sound.json');
      const before = tablesOf(db);

      const message = refusalOf(() => importOneText(store, text(), 'hostile.json'));

      expect(message).toContain(refusal);
      expect(message).toMatch(/^hostile\.json[:,] .+\.$/s);
      expect(message.length).toBeLessThan(2_000);
      expect(tablesOf(db)).toEqual(before);
    },
    TIMEOUT,
  );
});

describe('the builder of runs', () => {
  it.each(plans)('refuses %s', (_what, text, refusal) => {
    const message = refusalOf(() => planTrace(text(), 'hostile.json'));

    expect(message).toContain(refusal);
    expect(message.length).toBeLessThan(5_000);
  });
});
