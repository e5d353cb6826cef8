import { describe, expect, it } from 'vitest';
import { openStore, StoreError } from '../../../engine/index.ts';
import { appName, eventId, runId } from '../../../engine/model/values/ids.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { CLOCK, emptyStore, fill, look, minute, MORNING, PANTRY, shelfAfter, supper } from './pantry.ts';

const jars = (count: number) => Array.from({ length: count }, (_, index) => fill(index));
const LENGTH = 200;
// So long that the data shared by entries written together hardly counts.
const LABEL = 'plums '.repeat(400);

describe('Store', () => {
  it('lists runs newest first, each with its number of entries and its time', () => {
    const store = emptyStore();
    store.begin(supper());
    const second = store.begin(supper({ scenario: 'breakfast', seed: Number.MAX_SAFE_INTEGER }));
    second.append(jars(3), minute(2));

    expect(
      store.runs().map(({ id, scenario, state, entries, now }) => [id, scenario, state, entries, now]),
    ).toEqual([
      ['r2', 'breakfast', 'running', 3, minute(2)],
      ['r1', 'supper', 'running', 0, MORNING],
    ]);
    expect(store.run(second.id)?.seed).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('keeps the state, verdict, log hash and notes of a finished run', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    const verdict = {
      outcome: 'failed' as const,
      sentence: 'No soup.',
      checks: [],
      shortfalls: [{ message: 'no soup', entry: 4 }],
    };
    const notes = [{ kind: 'ending', cause: 'problem', text: 'burnt' }] as const;
    writer.finish({ state: 'failed', now: minute(9), verdict, logHash: 'ab12', notes });

    expect(store.run(writer.id)).toMatchObject({
      state: 'failed',
      now: minute(9),
      verdict,
      logHash: 'ab12',
      notes,
    });
  });

  it('writes all of an open transaction, or nothing if a transaction in it throws', () => {
    const store = emptyStore();
    const writer = store.begin(supper());
    {
      using transaction = store.openTransaction();
      writer.append(jars(2), minute(1));
      expect(() => {
        writer.append([fill(7)], minute(7));
      }).toThrow(StoreError);
      expect(() => {
        transaction.commit();
      }).toThrow(StoreError);
    }
    expect(store.run(writer.id)?.entries).toBe(0);
    {
      using transaction = store.openTransaction();
      writer.append(jars(2), minute(1));
      expect(store.begin(supper()).id).toBe('r2');
      transaction.commit();
    }

    expect(store.entries(writer.id, 0, 10)).toEqual(jars(2));
    expect(store.count()).toBe(2);
  });

  it('numbers rows exactly up to its last app, and refuses a run with more', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    store.begin(supper());
    db.exec(`INSERT INTO app (id, run, name, checksum) VALUES (${2 ** 26 - 3}, 1, 'attic', 0)`);

    const last = store.begin(supper());
    last.append(jars(5), minute(4));

    expect(store.entries(last.id, 0, 10)).toEqual(jars(5));
    expect(store.stateAt(last.id, PANTRY, 4)).toEqual(shelfAfter(4)[PANTRY]);
    expect(() => store.begin(supper())).toThrow('It holds as many runs as it can. Begin a new one.');
    expect(store.runs().map(({ id }) => id)).not.toContain('r3');
  });

  it('returns entries by range and a single entry by its index', () => {
    const store = emptyStore();
    const run = store.begin(supper());
    run.append(jars(5), minute(4));

    expect(store.entries(run.id, 1, 2)).toEqual([fill(1), fill(2)]);
    expect(store.entry(run.id, 4)).toEqual(fill(4));
    expect(store.entry(run.id, 5)).toBeUndefined();
    expect(store.entries(runId('elsewhere'), 0, 10)).toEqual([]);
  });

  it('returns entry heads without changes, each with a flag for whether changes exist', () => {
    const store = emptyStore();
    const run = store.begin(supper());
    run.append([fill(0), look(1)], minute(1));

    const heads = store.heads(run.id, 0, 10);

    expect(heads.map(({ index, changed }) => [index, changed])).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(heads[0]).not.toHaveProperty('changes');
  });

  it('returns the next and the previous entry that changed an app', () => {
    const store = emptyStore();
    const run = store.begin(supper());
    const quote = {
      ...look(2),
      changes: [{ op: 'set', app: CLOCK, path: ['note'], value: { app: PANTRY } }],
    } as const;
    run.append([fill(0), look(1), quote, fill(3)], minute(3));

    expect(store.adjacentChange(run.id, PANTRY, -1, 'next')).toBe(0);
    expect(store.adjacentChange(run.id, PANTRY, 0, 'next')).toBe(3);
    expect(store.adjacentChange(run.id, PANTRY, 3, 'next')).toBeUndefined();
    expect(store.adjacentChange(run.id, PANTRY, 3, 'previous')).toBe(0);
    expect(store.adjacentChange(run.id, CLOCK, 0, 'next')).toBe(2);
  });

  it('returns the state after any entry, before the first and beyond the last', () => {
    const store = emptyStore();
    const run = store.begin(supper());
    run.append(jars(3), minute(2));

    expect(store.stateAt(run.id, PANTRY, -1)).toEqual({ jars: [] });
    expect(store.stateAt(run.id, PANTRY, 1)).toEqual(shelfAfter(1)[PANTRY]);
    expect(store.stateAt(run.id, PANTRY, 99)).toEqual(shelfAfter(2)[PANTRY]);
    expect(store.stateAt(run.id, CLOCK, 2)).toEqual({ face: 'round' });
  });

  it('refuses the state of a missing run or app and lists the apps of the run', () => {
    const store = emptyStore();
    const run = store.begin(supper());

    expect(() => store.stateAt(run.id, appName('cellar'), 0)).toThrow(
      ':memory:: Run r1 has no app "cellar". Its apps are pantry, clock.',
    );
    expect(() => store.stateAt(runId('r9'), PANTRY, 0)).toThrow(':memory:: There is no run r9.');
  });

  it.each([
    ['a gap', [fill(0), fill(2)], 'log of r1: Entry 1 comes next, but entry 2 was to be written.'],
    ['a late start', [fill(1)], 'log of r1: Entry 0 comes next, but entry 1 was to be written.'],
    ['an entry twice', [fill(0), fill(0)], 'log of r1: Entry 1 comes next, but entry 0 was to be written.'],
  ])('refuses %s in the log and writes none of the given entries', (_name, entries, message) => {
    const store = emptyStore();
    const run = store.begin(supper());

    expect(() => {
      run.append(entries, minute(1));
    }).toThrow(message);
    expect(store.run(run.id)?.entries).toBe(0);
    expect(store.entries(run.id, 0, 10)).toEqual([]);
  });

  it('takes snapshots at the same entries whether the log is written at once or one by one', () => {
    const [together, apart] = [LENGTH, 1].map((atATime) => {
      const db = openDatabase();
      const run = openStore(db, packing).begin(supper());
      for (let from = 0; from < LENGTH; from += atATime)
        run.append(
          Array.from({ length: atATime }, (_, nth) => fill(from + nth, LABEL)),
          minute(from),
        );
      return db
        .prepare<[], number>(
          "SELECT position FROM snapshot JOIN app ON app.id = app WHERE name = 'pantry' ORDER BY position",
        )
        .pluck()
        .all();
    });

    expect(together!.length).toBeGreaterThan(3);
    expect(together).toEqual(apart);
  });

  it('writes the correct states when entries are appended again after a failed write', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const run = store.begin(supper());
    db.exec(`CREATE TRIGGER disk_full BEFORE INSERT ON snapshot BEGIN SELECT raise(ABORT, 'no room'); END`);
    const slice = (from: number) => Array.from({ length: 2000 }, (_, offset) => fill(from + offset));
    expect(() => {
      run.append(slice(0), minute(1999));
    }).toThrow('no room');
    db.exec('DROP TRIGGER disk_full');

    run.append(slice(0), minute(1999));

    expect(store.run(run.id)?.entries).toBe(2000);
    expect(store.stateAt(run.id, PANTRY, 1500)).toEqual(shelfAfter(1500)[PANTRY]);
    expect(store.stateAt(run.id, PANTRY, 1999)).toEqual(shelfAfter(1999)[PANTRY]);
  });

  it('stores the text of a scenario once for all its runs and removes it with the last one', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const texts = () => db.prepare('SELECT count(*) FROM source').pluck().get();
    const first = store.begin(supper({ text: 'soup first' })).id;
    const second = store.begin(supper({ text: 'soup first' })).id;

    expect(texts()).toBe(1);
    expect(store.source(second)).toMatchObject({ path: 'scenarios/supper.ts', text: 'soup first' });
    store.remove(first);
    expect(texts()).toBe(1);
    store.remove(second);
    expect(texts()).toBe(0);
  });

  it('stores the files that a scenario imported and removes them with the run', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const importedFiles = new Map([['words.ts', 'soup first']]);
    const run = store.begin(supper({ text: 'soup', importedFiles })).id;

    expect(store.source(run)?.files).toEqual(new Map([['scenarios/supper.ts', 'soup'], ...importedFiles]));
    store.remove(run);
    expect(db.prepare('SELECT count(*) FROM source').pluck().get()).toBe(0);
  });

  it('removes a run with its log and states, and never reuses its id', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    const run = store.begin(supper());
    run.append(jars(2), minute(1));

    store.remove(run.id);

    expect(store.runs()).toEqual([]);
    expect(
      db
        .prepare(
          'SELECT (SELECT count(*) FROM entry) + (SELECT count(*) FROM change) + (SELECT count(*) FROM snapshot)',
        )
        .pluck()
        .get(),
    ).toBe(0);
    expect(() => {
      run.append([fill(2)], minute(2));
    }).toThrow('log of r1: The run was removed; nothing more can be written to it.');
    expect(store.begin(supper()).id).toBe('r2');
  });

  it('marks runs whose process has ended as interrupted and leaves other runs unchanged', () => {
    const store = emptyStore();
    const lost = store.begin(supper({ owner: 'gone' }));
    lost.append(jars(3), minute(2));
    const paused = store.begin(supper({ owner: 'gone' }));
    paused.mark('paused');
    const alive = store.begin(supper({ owner: 'here' }));
    const over = store.begin(supper({ owner: 'gone' }));
    over.finish({ state: 'completed', now: minute(1), verdict: undefined, logHash: undefined, notes: [] });

    expect(store.interruptLost((owner) => owner === 'here')).toBe(2);
    expect(store.interruptLost((owner) => owner === 'here')).toBe(0);
    expect([lost, paused, alive, over].map(({ id }) => store.run(id)?.state)).toEqual([
      'interrupted',
      'interrupted',
      'running',
      'completed',
    ]);
    expect(store.run(lost.id)).toMatchObject({
      entries: 3,
      now: minute(2),
      notes: [
        {
          kind: 'ending',
          cause: 'lost',
          text: 'The process of the run ended before the run did. 3 entries were written; none that was shown is lost.',
        },
      ],
    });
  });

  it('keeps the hints and tags of a scenario', () => {
    const store = emptyStore();
    const hints = [
      { event: eventId('1-fill'), kind: 'task', text: 'Fill the jars first.' },
      { event: eventId('2-fill'), kind: 'environment', text: 'Mind the clock.' },
    ] as const;
    const tagged = store.begin(supper({ hints, scenarioTags: ['search', 'time'] })).id;
    const plain = store.begin(supper()).id;

    expect(store.hints(tagged)).toEqual(hints);
    expect(store.run(tagged)?.scenarioTags).toEqual(['search', 'time']);
    expect(store.hints(plain)).toEqual([]);
    expect(store.run(plain)).not.toHaveProperty('scenarioTags');
  });

  it('throws errors that carry a code', () => {
    const store = emptyStore();

    expect(() => store.stateAt(runId('r1'), PANTRY, 0)).toThrow(StoreError);
    expect(() => store.stateAt(runId('r1'), PANTRY, 0)).toThrow(
      expect.objectContaining({ code: 'store-no-such-run' }),
    );
  });
});
