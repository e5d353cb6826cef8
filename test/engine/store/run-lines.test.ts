import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../engine/index.ts';
import type { Database } from '../../../engine/store/database.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import { writeManyRuns } from '../../many-runs.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { minute, supper } from './pantry.ts';

let folder: string;
let file: string;
const open: { close(): void }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-lines-'));
  file = join(folder, 'runs.db');
});

afterEach(() => {
  for (const db of open.splice(0)) db.close();
  rmSync(folder, { recursive: true });
});

/** The store in the file, by a connection of its own, and the number of rows of runs that it has read. */
function connect() {
  const db = openDatabase(file);
  open.push(db);
  const read = { runs: 0 };
  const counting = new Proxy(db, {
    get: (_, key) => {
      const value: unknown = Reflect.get(db, key);
      if (key !== 'prepare') return typeof value === 'function' ? (value.bind(db) as unknown) : value;
      return (sql: string) => countingRows(db.prepare(sql), /\bFROM run\b/.test(sql) ? read : { runs: 0 });
    },
  });
  return { db, store: openStore(counting, packing), read };
}

function countingRows(statement: ReturnType<Database['prepare']>, read: { runs: number }): typeof statement {
  const [all, get] = [statement.all.bind(statement), statement.get.bind(statement)];
  const counted: Pick<typeof statement, 'all' | 'get'> = {
    all: (...parameters) => {
      const rows = all(...parameters);
      read.runs += rows.length;
      return rows;
    },
    get: (...parameters) => {
      read.runs += 1;
      return get(...parameters);
    },
  };
  return Object.assign(statement, counted);
}

/** The number of rows of runs that `work` reads. */
function rowsRead({ read }: ReturnType<typeof connect>, work: () => void): number {
  const before = read.runs;
  work();
  return read.runs - before;
}

const passed = { outcome: 'passed', sentence: 'It is well.', checks: [], shortfalls: [] } as const;
const failed = { outcome: 'failed', sentence: 'It is cold.', checks: [], shortfalls: [] } as const;

describe('the list of runs', () => {
  it('is read once; after that, only the changed runs are, whoever changed them', () => {
    const [window, terminal] = [connect(), connect()];
    writeManyRuns(terminal.store, 300);
    expect(window.store.findRuns([])).toHaveLength(300);

    expect(rowsRead(window, () => window.store.findRuns([]))).toBeLessThan(3);
    terminal.store.setTags(runId('r7'), ['paper']);
    terminal.store.begin(supper());
    terminal.store.remove(runId('r9'));
    const found = () => window.store.findRuns([]);
    expect(rowsRead(window, found)).toBeLessThan(6);
    expect(found()).toHaveLength(300);
    expect(found().find(({ id }) => id === 'r7')?.tags).toEqual(['paper']);
  });

  it('keeps the line of each run that did not change', () => {
    const { store } = connect();
    writeManyRuns(store, 20);
    const before = store.findRuns([]);
    expect(store.findRuns([])).toBe(before);

    store.setTags(runId('r7'), ['paper']);

    const after = store.findRuns([]);
    expect(after.filter((line, nth) => line !== before[nth]).map(({ id }) => id)).toEqual(['r7']);
  });

  it('shows the newest runs without reading the others', () => {
    const window = connect();
    writeManyRuns(window.store, 300);
    const other = connect();

    expect(rowsRead(other, () => other.store.findRuns([], 50))).toBeLessThan(250);
    expect(other.store.findRuns([], 50)).toEqual(window.store.findRuns([]).slice(0, 50));
  });

  it('of the newest runs in full reads only those that changed', () => {
    const [window, terminal] = [connect(), connect()];
    writeManyRuns(terminal.store, 60);
    const before = window.store.runs(50);

    terminal.store.setTags(runId('r40'), ['paper']);
    let after: typeof before = [];
    // The numbers of the newest changes, and the row that changed.
    expect(rowsRead(window, () => (after = window.store.runs(50)))).toBe(51);
    expect(after.filter((run, nth) => run !== before[nth]).map(({ id }) => id)).toEqual(['r40']);
    expect(after).toEqual(terminal.store.runs(50));
  });

  it('can be read in parts', () => {
    const { store } = connect();
    writeManyRuns(store, 25);
    const other = connect();

    expect([other.store.readLines(10), other.store.readLines(10)]).toEqual([false, false]);
    store.setTags(runId('r3'), ['paper']);
    expect(other.store.readLines(10)).toBe(true);
    expect(other.store.findRuns([])).toEqual(store.findRuns([]));
  });

  it('forgets what a failed transaction wrote', () => {
    const { store } = connect();
    writeManyRuns(store, 5);
    const before = store.findRuns([]);

    expect(() =>
      store.transaction(() => {
        store.setTags(runId('r2'), ['paper']);
        store.begin(supper());
        expect(store.findRuns([])).toHaveLength(6);
        throw new RangeError('no');
      }),
    ).toThrow('no');

    expect(store.findRuns([])).toEqual(before);
    store.setTags(runId('r3'), ['other']);
    expect(store.findRuns([]).find(({ id }) => id === 'r3')?.tags).toEqual(['other']);
  });

  it('is in the order of the runs, whichever new one changed last', () => {
    const { store } = connect();
    store.begin(supper());
    store.findRuns([]);
    store.begin(supper());
    store.begin(supper());
    store.setVerdict(runId('r2'), passed);

    expect(store.findRuns([]).map(({ id }) => id)).toEqual(['r3', 'r2', 'r1']);
  });

  it('is what a new connection reads, after any changes by two programs', () => {
    const run = fc.integer({ min: 1, max: 12 }).map((key) => runId(`r${key}`));
    const change = fc.oneof(
      fc.record({ scenario: fc.constantFrom('supper', 'lunch') }).map((given) => (store: Store) => {
        store.begin(supper(given));
      }),
      run.map((id) => (store: Store) => {
        if (store.run(id) !== undefined) store.setVerdict(id, passed);
      }),
      run.map((id) => (store: Store) => {
        if (store.run(id) !== undefined) store.setVerdict(id, failed);
      }),
      run.map((id) => (store: Store) => {
        if (store.run(id) !== undefined) store.setTags(id, ['paper']);
      }),
      fc.tuple(run, fc.boolean()).map(([id, on]) => (store: Store) => {
        store.setBaseline(id, on);
      }),
      run.map((id) => (store: Store) => {
        const note = { text: 'why', tags: [], range: undefined, value: undefined, made: 0 };
        if (store.run(id) !== undefined) store.addNote({ ...note, run: id });
      }),
      run.map((id) => (store: Store) => {
        store.remove(id);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.boolean(), fc.boolean()), { maxLength: 30 }), (changes) => {
        rmSync(file, { force: true });
        const [one, other] = [connect(), connect()];
        for (const [apply, byOther, looks] of changes) {
          apply(byOther ? other.store : one.store);
          if (looks) one.store.findRuns([]);
        }
        const wanted = connect().store.findRuns([]);
        expect(one.store.findRuns([])).toEqual(wanted);
        expect(connect().store.findRuns([], 100)).toEqual(wanted);
        for (const db of open.splice(0)) db.close();
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out a run whose row is damaged, and names it', () => {
    const { db, store } = connect();
    writeManyRuns(store, 3);
    db.exec("UPDATE run SET scenario = 'other' WHERE id = 2");

    const fresh = connect().store;
    expect(fresh.findRuns([]).map(({ id }) => id)).toEqual(['r3', 'r1']);
    expect(fresh.damage(0)).toEqual([expect.stringContaining('Run r2 cannot be read')]);
  });

  it('leaves out a run whose details are damaged, once that is found', () => {
    const { db, store } = connect();
    writeManyRuns(store, 3);
    db.exec('UPDATE run SET verdict = NULL, changed = 4 WHERE id = 2');

    const fresh = connect().store;
    expect(fresh.damage(0)).toEqual([]);
    expect(fresh.damage()).toEqual([expect.stringContaining('Run r2 cannot be read')]);
    expect(fresh.findRuns([]).map(({ id }) => id)).toEqual(['r3', 'r1']);
  });
});

describe('Store.damage()', () => {
  it('reads a few runs at a time, and each only once', () => {
    const { store } = connect();
    writeManyRuns(store, 50);
    const window = connect();

    expect(rowsRead(window, () => window.store.damage(10))).toBe(20);
    window.store.damage();
    expect(rowsRead(window, () => window.store.damage())).toBe(0);
  });
});

describe('Store.jobs()', () => {
  const job = { sweep: 'night', agent: 'small', settings: 'default', repeat: 0 };

  it('lists the runs of sweeps, and says which have ended and been judged', () => {
    const { store } = connect();
    const writer = store.begin(supper({ job: { ...job, id: 'one' } }));
    store.begin(supper());
    store.begin(supper({ job: { ...job, id: 'two' } }));
    const logHash = 'ab12';
    writer.finish({ state: 'completed', now: minute(9), logHash, notes: [], endedAt: 1, verdict: passed });

    expect(store.jobs()).toEqual([
      { job: 'one', run: 'r1', ended: true, logHash },
      { job: 'two', run: 'r3', ended: false, logHash: undefined },
    ]);
  });

  it('reads an index only, and compares its rows with their checksums', () => {
    const { db, store } = connect();
    store.begin(supper({ job: { ...job, id: 'one' } }));
    const plan = db
      .prepare(
        'EXPLAIN QUERY PLAN SELECT id, job_id, settled, log_hash, job_checksum FROM run WHERE job_id IS NOT NULL AND id > 7 ORDER BY id LIMIT 9',
      )
      .all();
    expect(plan).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('USING COVERING INDEX run_job') as string }),
    ]);

    db.exec('UPDATE run SET job_checksum = 7');
    expect(store.jobs()).toEqual([{ job: 'one', run: 'r1', ended: false, logHash: undefined }]);
    db.exec("UPDATE run SET job_id = 'other'");
    expect(store.jobs()).toEqual([]);
    expect(store.damage(0)).toHaveLength(1);
  });
});

it('finds changed runs by an index', () => {
  const { db } = connect();
  const plan = db
    .prepare('EXPLAIN QUERY PLAN SELECT scenario FROM run WHERE changed > 7 ORDER BY changed')
    .all();
  expect(plan).toEqual([
    expect.objectContaining({ detail: expect.stringContaining('INDEX run_changed (changed>?)') as string }),
  ]);
});
