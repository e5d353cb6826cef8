import { describe, expect, it } from 'vitest';
import type { RunId } from '../../../engine/model/values/ids.ts';
import type { Search, SearchTerm, Store } from '../../../engine/index.ts';
import { emptyStore, fill, minute, supper } from './pantry.ts';

const JARS = ['Plums of Mr. Okafor', 'Pears, INV-7731', 'plum jam for bob@example.org'];

/** A store with a run that filled those jars, all taken in. */
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
const where = (...terms: SearchTerm[]): Search => terms.map((term) => ({ term, not: false }));

describe('a search', () => {
  it.each([
    ['okafor', [0]],
    ['plum', [0, 2]],
    ['inv-77', [1]],
    ['bob@example.org', [2]],
    ['jam plum', []],
    ['"', [0, 1, 2]],
    ['nowhere', []],
  ])('for %s finds the entries that say so', (wanted, found) => {
    const { store, run } = pantry();

    expect(store.search(run, where(text(wanted)), 0)).toEqual(found);
  });

  it('asks all of its terms, and of some that they are not met', () => {
    const { store, run } = pantry();

    expect(store.search(run, [...where(text('plum')), { term: text('jam'), not: true }], 0)).toEqual([0]);
  });

  it('looks at one argument alone, whatever its capitals', () => {
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

  it('begins where it is told to, whatever it asks', () => {
    const { store, run } = pantry();
    const plum: SearchTerm = { kind: 'argument', name: 'label', test: 'has', value: 'plum' };

    expect(store.search(run, where(text('plum')), 1)).toEqual([2]);
    expect(store.search(run, where(plum), 1)).toEqual([2]);
    expect(store.search(run, [{ term: plum, not: true }], 2)).toEqual([]);
    expect(store.search(run, [], 1)).toEqual([1, 2]);
  });

  it('takes in a list as long as any import may have', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    const jars = [...Array.from({ length: 300_000 }, () => ''), 'Quince'];
    writer.append([{ ...fill(0, 'many'), outcome: { status: 'done', value: jars } }], minute(1));
    store.indexForSearch(writer.id, 10);

    expect(store.search(writer.id, where(text('quince')), 0)).toEqual([0]);
  });

  it('takes in what came since, a few at a time', () => {
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

  it('stays in its run, and forgets one that is removed', () => {
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
