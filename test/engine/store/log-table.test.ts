import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { CLOCK, fill, look, minute, PANTRY, supper } from './pantry.ts';

const LENGTH = 1_500;

/** Every third entry writes to the pantry, and one to the clock. */
const LOG: readonly LogEntry[] = Array.from({ length: LENGTH }, (_, at) => {
  if (at === 1_000)
    return { ...look(at), changes: [{ op: 'set', app: CLOCK, path: ['face'], value: 'oval' }] };
  return at % 3 === 0 ? fill(at) : look(at);
});

interface Written {
  readonly store: Store;
  readonly run: RunId;
  readonly rows: number;
  readonly bytes: number;
}

/** The log above, so many entries at a time. */
function written(atATime: number): Written {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const run = store.begin(supper());
  for (let from = 0; from < LENGTH; from += atATime)
    run.append(LOG.slice(from, from + atATime), minute(from));
  const sizes = db.prepare<[], { rows: number; bytes: number }>(
    'SELECT count(*) AS rows, sum(length(bodies) + ifnull(length(changes), 0)) AS bytes FROM stretch',
  );
  return { store, run: run.id, ...sizes.get()! };
}

const pantryAt = LOG.filter(({ changes }) => changes[0]?.app === PANTRY).map(({ index }) => index);

describe.each([1, 7, 400, LENGTH])('a log written %i entries at a time', (atATime) => {
  it('is read from any entry to any other', () => {
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
    }
    expect(store.entry(run, 1_234)).toEqual(LOG[1_234]);
    expect(store.entry(run, LENGTH)).toBeUndefined();
  });

  it('knows which entries wrote to an app', () => {
    const { store, run } = written(atATime);

    const on = [];
    for (let at = store.changeBeside(run, PANTRY, -1, 'on'); at !== undefined;) {
      on.push(at);
      at = store.changeBeside(run, PANTRY, at, 'on');
    }
    expect(on).toEqual(pantryAt);
    expect(store.changeBeside(run, PANTRY, 1_000, 'back')).toBe(999);
    expect(store.changeBeside(run, CLOCK, 0, 'on')).toBe(1_000);
    expect(store.changeBeside(run, CLOCK, LENGTH, 'back')).toBe(1_000);
    expect(store.changeBeside(run, CLOCK, 1_000, 'on')).toBeUndefined();
    expect(store.changeBeside(run, CLOCK, 1_000, 'back')).toBeUndefined();
    expect(store.touching(run, PANTRY, ['jars', 3], 100, 900).map(({ index }) => index)).toEqual(
      pantryAt.filter((at) => at >= 100 && at <= 900),
    );
    expect(store.touching(run, CLOCK, ['face'], 0, LENGTH)).toEqual([
      { index: 1_000, changes: LOG[1_000]!.changes },
    ]);
  });
});

it('reads two runs entry by entry in turn', () => {
  const { store, run } = written(400);
  const other = store.begin(supper());
  other.append([fill(0), look(1)], minute(1));

  const read = [0, 1, 2].flatMap((at) => [store.entry(run, at), store.entry(other.id, at)]);

  expect(read).toEqual([LOG[0], fill(0), LOG[1], look(1), LOG[2], undefined]);
});

it('many entries that are written together take few rows and a small part of the room', () => {
  const one = written(1);
  const all = written(LENGTH);

  expect(one.rows).toBe(LENGTH);
  expect(all.rows).toBeLessThan(16);
  expect(all.bytes).toBeLessThan(one.bytes / 8);
});

it('trusts nothing that it read of what was taken back', () => {
  const store = openStore(openDatabase(), packing);
  const run = store.begin(supper());
  const taken = () =>
    store.whole(() => {
      run.append([fill(0, 'plums')], minute(0));
      expect(store.entry(run.id, 0)).toEqual(fill(0, 'plums'));
      throw new Error('on second thoughts');
    });
  expect(taken).toThrow('on second thoughts');

  run.append([fill(0, 'figs')], minute(0));

  expect(store.entry(run.id, 0)).toEqual(fill(0, 'figs'));
  expect(store.stateAt(run.id, PANTRY, 0)).toEqual({ jars: [{ label: 'figs' }] });
});

describe('a log that is not what was written', () => {
  it.each([
    ['is no packed text', "UPDATE stretch SET bodies = x'5a5a5a5a'"],
    ['says nothing', "UPDATE stretch SET bodies = ''"],
    ['has lost its entries', "UPDATE stretch SET bodies = '0', changed = ''"],
    ['has fewer entries than it says', "UPDATE stretch SET changed = changed || '0'"],
    ['begins at no time', "UPDATE stretch SET bodies = 'soon' || char(10) || '0,0,0,[]', changed = '0'"],
    ['is no JSON', "UPDATE stretch SET bodies = '0' || char(10) || '0,0,0,[', changed = '0'"],
    ['has an entry that is none', "UPDATE stretch SET bodies = '0' || char(10) || 'null', changed = '0'"],
    ['does not say when it was', "UPDATE stretch SET bodies = '0' || char(10) || '0,0,0,0', changed = '0'"],
    ['says too little', "UPDATE stretch SET bodies = '0' || char(10) || '0,0,0,[],1', changed = '0'"],
    ['has lost its forms', 'DELETE FROM form'],
    ['has forms that are no JSON', "UPDATE form SET frame = '{'"],
    ['has forms that are no objects', "UPDATE form SET frame = '[]'"],
    ['has forms of nothing known', `UPDATE form SET frame = '{"kind":"stop","more":"and more"}'`],
    ['has forms within forms', `UPDATE form SET frame = '{"action":{"action":{}}}'`],
    ['has forms of other entries', `UPDATE form SET frame = '{"event":null}'`],
  ])('%s, and it says so', (_what, damage) => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const store = openStore(db, packing);
    const run = store.begin(supper());
    run.append(LOG, minute(LENGTH));
    db.exec(damage);

    expect(() => store.heads(run.id, 0, 1)).toThrow(
      expect.objectContaining({
        code: 'store-damaged',
        message: expect.stringMatching(
          /^:memory:: run r1, entry 0 or soon after: found damage \(.+\), wanted what was written there/,
        ) as string,
      }),
    );
  });
});

it('keeps entries that have nothing in common, however many there are', () => {
  const store = openStore(openDatabase(), packing);
  const run = store.begin(supper());
  const log = Array.from({ length: 700 }, (_, at): LogEntry => {
    const entry = look(at);
    return 'action' in entry ? { ...entry, action: { ...entry.action, args: { [`jar ${at}`]: at } } } : entry;
  });

  run.append(log, minute(700));

  expect(store.entries(run.id, 0, 700)).toEqual(log);
  expect(store.entry(run.id, 650)).toEqual(log[650]);
});
