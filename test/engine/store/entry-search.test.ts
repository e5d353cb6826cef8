import { describe, expect, it } from 'vitest';
import type { RunId } from '../../../engine/model/values/ids.ts';
import type { EntrySearch, SearchTerm, Store } from '../../../engine/index.ts';
import { emptyStore, fill, minute, supper } from './pantry.ts';

const JARS = ['Plums of Mr. Okafor', 'Pears, INV-7731', 'plum jam for bob@example.org'];

/** A store with a run that filled these jars; all its entries are indexed. */
function pantry(): { store: Store; run: RunId } {
  const store = emptyStore();
  const writer = store.begin(supper());
  writer.append(
    JARS.map((label, index) => fill(index, label)),
    minute(2),
  );
  store.indexForSearch(writer.id, 10);
  return { store, run: writer.id };
}

const text = (wanted: string): SearchTerm => ({ kind: 'text', text: wanted });
const where = (...terms: SearchTerm[]): EntrySearch => terms.map((term) => ({ term, not: false }));

describe('Store.search()', () => {
  it.each([
    ['okafor', [0]],
    ['plum', [0, 2]],
    ['inv-77', [1]],
    ['bob@example.org', [2]],
    ['jam plum', []],
    ['"', [0, 1, 2]],
    ['nowhere', []],
  ])('finds the entries that contain %s', (wanted, found) => {
    const { store, run } = pantry();

    expect(store.search(run, where(text(wanted)), 0)).toEqual(found);
  });

  it('finds entries that match all terms, including negated ones', () => {
    const { store, run } = pantry();

    expect(store.search(run, [...where(text('plum')), { term: text('jam'), not: true }], 0)).toEqual([0]);
  });

  it('finds entries by a single argument, ignoring case', () => {
    const { store, run } = pantry();
    const label = (test: 'has' | 'is', value: string): SearchTerm => ({
      kind: 'argument',
      name: 'label',
      test,
      value,
    });

    expect(store.search(run, where(label('has', 'LUM')), 0)).toEqual([0, 2]);
    expect(store.search(run, where(label('is', 'pears, inv-7731')), 0)).toEqual([1]);
    expect(store.search(run, [{ term: label('has', 'plum'), not: true }], 0)).toEqual([1]);
    expect(
      store.search(run, where({ kind: 'argument', name: 'lid', test: 'has', value: 'plum' }), 0),
    ).toEqual([]);
  });

  it('starts at the given entry, for every kind of search', () => {
    const { store, run } = pantry();
    const plum: SearchTerm = { kind: 'argument', name: 'label', test: 'has', value: 'plum' };

    expect(store.search(run, where(text('plum')), 1)).toEqual([2]);
    expect(store.search(run, where(plum), 1)).toEqual([2]);
    expect(store.search(run, [{ term: plum, not: true }], 2)).toEqual([]);
    expect(store.search(run, [], 1)).toEqual([1, 2]);
  });

  it('indexes a list of 300,000 items', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    const jars = [...Array.from({ length: 300_000 }, () => ''), 'Quince'];
    writer.append([{ ...fill(0, 'many'), outcome: { status: 'done', value: jars } }], minute(1));
    store.indexForSearch(writer.id, 10);

    expect(store.search(writer.id, where(text('quince')), 0)).toEqual([0]);
  });

  it('indexes new entries in batches', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    const put = (from: number, count: number): void => {
      const jars = Array.from({ length: count }, (_, at) => fill(from + at, 'figs'));
      writer.append(jars, minute(from + count));
    };
    put(0, 3);
    expect(store.indexForSearch(writer.id, 2)).toBe(true);
    expect(store.search(writer.id, where(text('figs')), 0)).toEqual([0, 1]);
    put(3, 1);

    expect(store.indexForSearch(writer.id, 2)).toBe(true);
    expect(store.indexForSearch(writer.id, 2)).toBe(false);

    expect(store.search(writer.id, where(text('figs')), 0)).toEqual([0, 1, 2, 3]);
  });

  it('finds only entries of the given run, and none after the run is removed', () => {
    const { store, run } = pantry();
    const other = store.begin(supper());
    other.append([fill(0, 'plums again')], minute(0));
    store.indexForSearch(other.id, 10);

    const plums: SearchTerm = { kind: 'argument', name: 'label', test: 'has', value: 'plums' };

    store.remove(run);

    expect(store.search(run, where(text('plum')), 0)).toEqual([]);
    expect(store.search(run, where(plums), 0)).toEqual([]);
    expect(store.search(other.id, where(text('plum'), plums), 0)).toEqual([0]);
  });
});
