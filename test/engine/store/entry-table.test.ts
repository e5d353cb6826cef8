import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { temporaryFolder } from '../../main/temporary-folder.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { CLOCK, fill, look, minute, PANTRY, supper } from './pantry.ts';

const LENGTH = 1_500;

const failed = (index: number): LogEntry => ({
  ...look(index),
  outcome: { status: 'failed', error: { type: 'KeyError', message: 'no such jar' } },
});

/** Every third entry writes to the pantry, and one to the clock. */
const LOG: readonly LogEntry[] = Array.from({ length: LENGTH }, (_, at) => {
  if (at === 1_000)
    return { ...look(at), changes: [{ op: 'set', app: CLOCK, path: ['face'], value: 'oval' }] };
  return at % 3 === 0 ? fill(at) : look(at);
});

/** Writes LOG to a new run, `atATime` entries at a time. */
function written(atATime: number): { store: Store; run: RunId } {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const run = store.begin(supper());
  for (let from = 0; from < LENGTH; from += atATime)
    run.append(LOG.slice(from, from + atATime), minute(from));
  return { store, run: run.id };
}

const pantryAt = LOG.filter(({ changes }) => changes[0]?.app === PANTRY).map(({ index }) => index);

describe.each([1, 7, 400, LENGTH])('a log written %i entries at a time', (atATime) => {
  it('can be read in any range', () => {
    const { store, run } = written(atATime);

    for (const [from, limit] of [
      [0, LENGTH],
      [0, 1],
      [398, 5],
      [777, 400],
      [LENGTH - 1, 9],
      [LENGTH, 9],
    ] as const) {
      expect(store.entries(run, from, limit)).toEqual(LOG.slice(from, from + limit));
      expect(store.heads(run, from, limit).map(({ index, changed }) => [index, changed])).toEqual(
        LOG.slice(from, from + limit).map(({ index, changes }) => [index, changes.length > 0]),
      );
      expect(store.outlines(run, from, limit)).toMatchObject(
        LOG.slice(from, from + limit).map(({ index, time, due, event, causes, kind, outcome, changes }) => ({
          index,
          time,
          due,
          event,
          causes,
          changed: changes.length > 0,
          type: { kind, status: outcome.status },
        })),
      );
    }
    expect(store.entry(run, 1_234)).toEqual(LOG[1_234]);
    expect(store.entry(run, LENGTH)).toBeUndefined();
  });

  it('reports which entries changed an app', () => {
    const { store, run } = written(atATime);

    const on = [];
    for (let at = store.adjacentChange(run, PANTRY, -1, 'next'); at !== undefined;) {
      on.push(at);
      at = store.adjacentChange(run, PANTRY, at, 'next');
    }
    expect(on).toEqual(pantryAt);
    expect(store.adjacentChange(run, PANTRY, 1_000, 'previous')).toBe(999);
    expect(store.adjacentChange(run, CLOCK, 0, 'next')).toBe(1_000);
    expect(store.adjacentChange(run, CLOCK, LENGTH, 'previous')).toBe(1_000);
    expect(store.adjacentChange(run, CLOCK, 1_000, 'next')).toBeUndefined();
    expect(store.adjacentChange(run, CLOCK, 1_000, 'previous')).toBeUndefined();
    expect(store.entriesTouching(run, PANTRY, ['jars', 3], 100, 900).map(({ index }) => index)).toEqual(
      pantryAt.filter((at) => at >= 100 && at <= 900),
    );
    expect(store.entriesTouching(run, CLOCK, ['face'], 0, LENGTH)).toEqual([
      { index: 1_000, changes: LOG[1_000]!.changes },
    ]);
  });
});

it('Store.entry() reads the entries of two runs alternately', () => {
  const { store, run } = written(400);
  const other = store.begin(supper());
  other.append([fill(0), look(1)], minute(1));

  const read = [0, 1, 2].flatMap((at) => [store.entry(run, at), store.entry(other.id, at)]);

  expect(read).toEqual([LOG[0], fill(0), LOG[1], look(1), LOG[2], undefined]);
});

it('the store caches nothing that it read in a transaction that was rolled back', () => {
  const store = openStore(openDatabase(), packing);
  const run = store.begin(supper());
  const taken = () =>
    store.transaction(() => {
      run.append([fill(0, 'plums')], minute(0));
      expect(store.entry(run.id, 0)).toEqual(fill(0, 'plums'));
      throw new Error('on second thoughts');
    });
  expect(taken).toThrow('on second thoughts');

  run.append([fill(0, 'figs')], minute(0));

  expect(store.entry(run.id, 0)).toEqual(fill(0, 'figs'));
  expect(store.stateAt(run.id, PANTRY, 0)).toEqual({ jars: [{ label: 'figs' }] });
});

it('two writers of one database use the same entry types', () => {
  const file = join(temporaryFolder(), 'runs.db');
  const stores = [1, 2].map(() => {
    const db = openDatabase(file);
    onTestFinished(() => void db.close());
    return openStore(db, packing);
  });
  const runs = stores.map((store) => store.begin(supper()));

  for (const [at, entry] of [fill(0), look(1), failed(2)].entries())
    for (const run of at === 1 ? runs.toReversed() : runs) run.append([entry], minute(at));

  for (const store of stores)
    for (const { id } of runs) expect(store.entries(id, 0, 9)).toEqual([fill(0), look(1), failed(2)]);
});

describe('a log that another process writes while it is read', () => {
  /** A store on the database of a run with 3 entries, which gets 3 more right after the next read of entries. */
  function readWhileWritten(): { store: Store; run: RunId } {
    const file = join(temporaryFolder(), 'runs.db');
    const [writing, reading] = [openDatabase(file), openDatabase(file)];
    onTestFinished(() => {
      writing.close();
      reading.close();
    });
    const run = openStore(writing, packing).begin(supper());
    run.append(LOG.slice(0, 3), minute(0));
    let isWritten = false;
    const afterwards = <Read>(read: Read): Read => {
      if (!isWritten) {
        isWritten = true;
        run.append(LOG.slice(3, 6), minute(1));
      }
      return read;
    };
    const prepare = reading.prepare.bind(reading);
    reading.prepare = ((sql: string) => {
      const statement = prepare(sql);
      if (!/FROM entry\b/.test(sql)) return statement;
      const [get, all] = [statement.get.bind(statement), statement.all.bind(statement)];
      statement.get = (...keys) => afterwards(get(...keys));
      statement.all = (...keys) => afterwards(all(...keys));
      return statement;
    }) as typeof reading.prepare;
    return { store: openStore(reading, packing), run: run.id };
  }

  it.each(['entries', 'heads', 'outlines'] as const)(
    'gives the %s that were written meanwhile, too',
    (read) => {
      const { store, run } = readWhileWritten();

      expect(store[read](run, 0, 100).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    },
  );

  it('gives an entry that was written meanwhile', () => {
    const { store, run } = readWhileWritten();

    expect(store.entry(run, 4)).toEqual(LOG[4]);
  });
});

it('the store drops cached entry types when their transaction is rolled back', () => {
  const store = openStore(openDatabase(), packing);
  const run = store.begin(supper());
  const taken = () =>
    store.transaction(() => {
      run.append([failed(0)], minute(0));
      throw new Error('on second thoughts');
    });
  expect(taken).toThrow('on second thoughts');

  run.append([look(0), failed(1)], minute(1));

  expect(store.entries(run.id, 0, 9)).toEqual([look(0), failed(1)]);
});

describe('a damaged log', () => {
  it.each([
    ['arguments that are not JSON', "UPDATE entry SET arguments = '{'"],
    ['arguments that are a list', "UPDATE entry SET arguments = '[]'"],
    ['causes that are no list', "UPDATE entry SET causes = '{}'"],
    ['a missing column', "UPDATE entry SET event = ''"],
    ['a type that was altered', "UPDATE entry_type SET kind = 'song'"],
    ['a missing type', 'DELETE FROM entry_type'],
    ['missing changes', 'DELETE FROM change'],
    ['too few changes', "UPDATE change SET changes = '[]'"],
    ['changes that are not JSON', "UPDATE change SET changes = '['"],
    ['a missing entry', 'DELETE FROM entry WHERE position = 0'],
  ])('with %s is reported with its run and entry', (_what, damage) => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const store = openStore(db, packing);
    const run = store.begin(supper());
    run.append(
      LOG.map((entry) => ({ ...entry, causes: [0] })),
      minute(LENGTH),
    );
    db.exec(damage);

    expect(() => openStore(db, packing).entries(run.id, 0, 2)).toThrow(
      expect.objectContaining({
        code: 'store-damaged',
        message: expect.stringMatching(
          /^:memory:: The database is damaged at run r1, entry 0: .+\. What is not damaged can still be read; restore a copy of the file for the rest\.$/,
        ) as string,
      }),
    );
  });

  it('is reported when a state cannot be rebuilt from its snapshot and changes', () => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const store = openStore(db, packing);
    const run = store.begin(supper());
    run.append(LOG, minute(LENGTH));

    db.exec("UPDATE change SET changes = '['");
    expect(() => store.stateAt(run.id, PANTRY, 100)).toThrow(
      'is damaged at run r1, app "pantry", entry 0 or soon after',
    );
    db.exec("UPDATE snapshot SET state = x'5a5a5a5a'");
    expect(() => store.stateAt(run.id, PANTRY, 100)).toThrow(
      'is damaged at run r1, app "pantry": the first state does not match its checksum',
    );
  });
});

it('the store keeps the order of changes within an entry that alternate between apps', () => {
  const store = openStore(openDatabase(), packing);
  const run = store.begin(supper());
  const set = (app: typeof PANTRY, value: string) => ({
    ...({ op: 'set', path: ['note'] } as const),
    app,
    value,
  });
  const entry = { ...fill(0), changes: [set(PANTRY, 'a'), set(CLOCK, 'b'), set(PANTRY, 'c')] };

  run.append([entry], minute(0));

  expect(store.entry(run.id, 0)).toEqual(entry);
  expect(store.stateAt(run.id, PANTRY, 0)).toMatchObject({ note: 'c' });
  expect(store.stateAt(run.id, CLOCK, 0)).toMatchObject({ note: 'b' });
});
