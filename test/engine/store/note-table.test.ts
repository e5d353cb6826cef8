import { describe, expect, it } from 'vitest';
import { StoreError, type Store } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import type { NewNote } from '../../../engine/model/run.ts';
import { emptyStore, PANTRY, supper } from './pantry.ts';

const NOON = 1_795_000_000_000;

/** Writes a note on the whole first run; `other` overrides its fields. */
const write = (store: Store, text: string, other: Partial<NewNote> = {}) =>
  store.addNote({
    run: runId('r1'),
    text,
    tags: [],
    range: undefined,
    value: undefined,
    made: NOON,
    ...other,
  });

const textsOf = (notes: readonly { text: string }[]) => notes.map(({ text }) => text);

describe('notes', () => {
  it('keep their text, tags, range and value', () => {
    const store = emptyStore();
    const { id: run } = store.begin(supper());

    const note = write(store, 'Too many plums.', {
      tags: ['greed'],
      range: { from: 3, to: 5 },
      value: { app: PANTRY, path: ['jars', 0, 'label'] },
    });

    expect(store.notes(run)).toEqual([note]);
    expect(note).toMatchObject({ run, tags: ['greed'], range: { from: 3, to: 5 }, made: NOON });
  });

  it('are listed with notes on the whole run first, then by the start of their range', () => {
    const store = emptyStore();
    const { id: run } = store.begin(supper());
    write(store, 'later', { range: { from: 7, to: 7 } });
    write(store, 'sooner', { range: { from: 2, to: 9 } });
    write(store, 'all of it');

    expect(textsOf(store.notes(run))).toEqual(['all of it', 'sooner', 'later']);
  });

  it('are found across runs by the current words of their texts and tags', () => {
    const store = emptyStore();
    store.begin(supper());
    store.begin(supper());
    write(store, 'The crème was cold');
    write(store, 'Nothing to see', { run: runId('r2'), tags: ['Cold start'] });
    const { id } = write(store, 'cold as well');
    store.changeNote(id, 'warm by now', []);

    expect(textsOf(store.findNotes('cold'))).toEqual(['Nothing to see', 'The crème was cold']);
    expect(textsOf(store.findNotes('creme w'))).toEqual(['The crème was cold']);
    expect(store.findNotes('?!')).toEqual([]);
  });

  it('are removed with their run and no longer found', () => {
    const store = emptyStore();
    const { id: run } = store.begin(supper());
    write(store, 'burnt');
    store.removeNote(write(store, 'burnt again').id);
    expect(textsOf(store.notes(run))).toEqual(['burnt']);

    store.remove(run);

    expect(store.findNotes('burnt')).toEqual([]);
    expect(store.notes(run)).toEqual([]);
  });

  it('are refused for a missing run, and a missing note cannot be changed', () => {
    const store = emptyStore();

    expect(() => write(store, 'to nobody')).toThrow(StoreError);
    expect(() => store.changeNote(4, 'too late', [])).toThrow(':memory:: There is no note 4.');
  });
});

describe('tags', () => {
  it('replace the previous tags of a run, which has none at first', () => {
    const store = emptyStore();
    const { id } = store.begin(supper());
    expect(store.run(id)?.tags).toEqual([]);

    store.setTags(id, ['keep', 'paper']);
    store.setTags(id, ['paper']);

    expect(store.run(id)?.tags).toEqual(['paper']);
    expect(() => {
      store.setTags(runId('r9'), ['keep']);
    }).toThrow('There is no run r9.');
  });
});
