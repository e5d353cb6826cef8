import { describe, expect, it } from 'vitest';
import { copyRun, openStore, type Store } from '../../../engine/index.ts';
import type { NewAttempt, RunSet } from '../../../engine/model/attempt.ts';
import type { RunId } from '../../../engine/model/values/ids.ts';
import { instant } from '../../../engine/model/values/time.ts';
import { openDatabase, packing } from '../../open-database.ts';

const soups: RunSet = {
  key: 'Inspect soups-1',
  name: 'soups',
  tool: 'Inspect',
  benchmark: 'soup-bench',
  model: 'cook-2',
  created: 1_795_000_000_000,
  tasks: ['leek', 'carrot'],
  scorers: ['taste'],
  details: { accuracy: 0.5 },
};

const leek: NewAttempt = {
  tool: 'Inspect',
  task: 'leek',
  attempt: 2,
  model: 'cook-2',
  agent: 'ladle',
  tokens: { input: 120, cached: 20, output: 30, reasoning: 10 },
  cost: 0.25,
  duration: 61.5,
  errors: 1,
  scores: [
    { scorer: 'taste', value: 1, label: 'C', passed: true, answer: 'soup', explanation: 'It is hot.' },
    {
      scorer: 'style',
      value: undefined,
      label: 'rustic',
      passed: undefined,
      answer: undefined,
      explanation: undefined,
    },
  ],
  set: soups,
  expected: 'leek soup',
  content: 'c0ffee',
  original: { hash: 'ab12', label: 'soups.eval', length: 4, bytes: Uint8Array.of(1, 2, 3, 250) },
};

function addRun(store: Store, attempt: NewAttempt): RunId {
  const writer = store.begin({
    scenario: 'leek soup',
    source: 'soups.eval',
    mode: 'trace',
    seed: 0,
    startedAt: 1,
    start: instant(0),
    apps: [],
    notes: [],
    owner: 'test',
    states: {},
    attempt,
  });
  writer.finish({ state: 'recorded', now: instant(0), verdict: undefined, logHash: 'ff', notes: [] });
  return writer.id;
}

describe('what imported runs attempted', () => {
  it.each(['soup', 'leek soup', 'leek'])(
    'is found by the task %j, which a list shows or a file names',
    (task) => {
      const store = openStore(openDatabase(), packing);
      const id = addRun(store, { ...leek, task: '9' });
      const found = (value: string, within: boolean) =>
        store.findRuns([{ test: { kind: 'word', key: 'task', values: [value], within }, not: false }]);

      expect(found(task, true).map((line) => line.id)).toEqual([id]);
      expect(found('9', false)).toHaveLength(1);
      expect(found('lee', false)).toEqual([]);
    },
  );

  it('is read as it was written, also in lists, with its set and its bytes', () => {
    const store = openStore(openDatabase(), packing);
    const id = addRun(store, leek);

    const { set: _, original, content: __, ...attempt } = leek;
    const stored = { ...attempt, set: 1, setName: 'soups', benchmark: 'soup-bench' };
    expect(store.attempt(id)).toEqual(stored);
    expect(store.findRuns([])[0]!.attempt).toEqual(stored);
    expect([store.run(id)!.model, store.runs()[0]!.model]).toEqual(['cook-2', 'cook-2']);
    expect(store.sets()).toEqual([{ ...soups, id: 1, runs: 1 }]);
    expect({ ...store.original(id), bytes: [...store.original(id)!.bytes!] }).toEqual({
      ...original,
      bytes: [1, 2, 3, 250],
    });
    expect(store.runWithContent('c0ffee')).toBe(id);
    expect(store.runsFromBytes('ab12')).toEqual([id]);
  });

  it('goes with its run to another database, with the set, and with the last run of it', () => {
    const store = openStore(openDatabase(), packing);
    const other = openStore(openDatabase(), packing);
    const id = addRun(store, leek);

    const copied = copyRun(store, id, other, 'test');

    expect(other.wholeAttempt(copied)).toEqual(store.wholeAttempt(id));
    other.remove(copied);
    expect([other.sets(), other.runsFromBytes('ab12')]).toEqual([[], []]);
  });

  it('gets the next number where the file has none', () => {
    const store = openStore(openDatabase(), packing);
    const add = (change: Partial<NewAttempt>): number =>
      store.attempt(addRun(store, { ...leek, attempt: undefined, ...change }))!.attempt;

    expect([
      add({}),
      add({}),
      add({ task: 'carrot' }),
      add({ model: 'cook-3' }),
      add({ set: undefined }),
    ]).toEqual([1, 2, 1, 1, 1]);
  });

  it('adds to a set what a log that has grown has of it', () => {
    const store = openStore(openDatabase(), packing);
    addRun(store, leek);
    addRun(store, {
      ...leek,
      task: 'beet',
      set: { ...soups, tasks: ['leek', 'beet'], scorers: ['style'], details: { accuracy: 0.75 } },
    });

    expect(store.sets()).toEqual([
      {
        ...soups,
        id: 1,
        runs: 2,
        tasks: ['leek', 'carrot', 'beet'],
        scorers: ['taste', 'style'],
        details: { accuracy: 0.75 },
      },
    ]);
  });

  it.each(['UPDATE score SET value = 0 WHERE nth = 0', "UPDATE attempt SET task = 'beet'"])(
    'is not shown when it is damaged: %s',
    (damage) => {
      const db = openDatabase();
      const store = openStore(db, packing);
      const id = addRun(store, leek);
      db.exec(damage);

      expect(() => store.attempt(id)).toThrow(
        'run r1, what it attempted: the row does not match its checksum',
      );
      expect(openStore(db, packing).findRuns([])).toEqual([]);
      expect(store.damage()).toEqual([
        'Run r1 cannot be read: the row does not match its checksum. Restore a copy of the database to have it again.',
      ]);
    },
  );

  it('stands in views', () => {
    const db = openDatabase();
    addRun(openStore(db, packing), leek);

    expect(
      db.prepare('SELECT run, "set", benchmark, task, attempt, cost, original, expected FROM attempts').all(),
    ).toEqual([
      {
        run: 'r1',
        set: 'soups',
        benchmark: 'soup-bench',
        task: 'leek',
        attempt: 2,
        cost: 0.25,
        original: 'soups.eval',
        expected: 'leek soup',
      },
    ]);
    expect(db.prepare('SELECT run, scorer, value, passed FROM scores').all()).toEqual([
      { run: 'r1', scorer: 'taste', value: 1, passed: 1 },
      { run: 'r1', scorer: 'style', value: null, passed: null },
    ]);
    expect(db.prepare('SELECT name, runs FROM sets').all()).toEqual([{ name: 'soups', runs: 1 }]);
  });
});
