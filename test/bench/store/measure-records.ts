import type { Database } from 'better-sqlite3';
import { Environment, type Store } from '../../../engine/index.ts';
import type { LogEntry } from '../../../engine/model/index.ts';
import { loads, planFor } from '../loads.ts';
import { runInMemory, runRecorded } from '../runs.ts';
import { sampleOf, spent, sweep, timed, type Sample } from '../sample.ts';
import { inDatabase } from './in-database.ts';

/** The cost of recording: microseconds of processor time for each entry. */
export interface RecordsReport {
  /**
   * Entries of some 1 kB with their changes, written by the store, and by bare statements into the same columns: with all
   * values ready, and with the JSON of arguments and changes still to be made.
   */
  readonly large: { readonly entries: number } & LargeReport;
  /** Small events without predecessors: run in memory, run and recorded with the plan, and without it. */
  readonly small: { readonly entries: number } & Readonly<Record<'memory' | 'recorded' | 'log', Sample>>;
}

interface LargeReport {
  /** Of one entry. */
  readonly characters: number;
  readonly ours: Sample;
  readonly bare: Sample;
  readonly made: Sample;
}

/** Entries in one transaction. */
const BATCH = 1_000;
const ROUNDS = 5;
/** Gives an entry with its arguments and changes some 1,000 characters. */
const LONG_TEXT = '-'.repeat(350);

export const measureRecords = (large: number, small: number): RecordsReport => ({
  large: { entries: large, ...inDatabase((store, db) => measureLarge(store, db, large)) },
  small: { entries: small, ...inDatabase((store) => measureSmall(store, small)) },
});

function measureSmall(store: Store, entries: number) {
  const plan = planFor(loads.independent(entries));
  const recording = (withPlan: boolean) => ({
    before: () => {
      for (const { id } of store.runs()) store.remove(id);
    },
    work: () => runRecorded(plan, store, { withPlan }),
    counts: entries,
  });
  return timed(
    {
      memory: { work: () => runInMemory(plan), counts: entries },
      recorded: recording(true),
      log: recording(false),
    },
    { rounds: ROUNDS, least: 1, warm: true },
  );
}

function measureLarge(store: Store, db: Database, entries: number): LargeReport {
  const plan = planFor(loads.independent(entries), LONG_TEXT);
  const environment = new Environment(plan, { mode: 'oracle' });
  const { apps, now: start } = environment;
  const states = Object.fromEntries(apps.map(({ name }) => [name, environment.appState(name)]));
  environment.run();
  const batches = Array.from({ length: Math.ceil(entries / BATCH) }, (_, nth) =>
    environment.log.slice(nth * BATCH, (nth + 1) * BATCH),
  );
  const record = (): number => {
    const writer = store.begin({
      scenario: plan.name,
      source: 'scenarios/bench.ts',
      mode: 'oracle',
      seed: plan.seed,
      startedAt: 0,
      start,
      apps,
      notes: [],
      owner: 'bench',
      states,
    });
    sweep();
    return spent(() => {
      for (const batch of batches) writer.append(batch, batch.at(-1)!.time);
    });
  };
  record();
  const rows = { entry: rowsOf(db, 'entry'), change: rowsOf(db, 'change') };
  const values = parsedTables(rows);
  const times = { ours: [] as number[], bare: [] as number[], made: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { id } of store.runs()) store.remove(id);
    times.ours.push(record() / entries);
    times.bare.push(insertBare(db, rows, (row) => row) / entries);
    times.made.push(insertBare(db, values, withJson) / entries);
  }
  return {
    characters:
      environment.log.reduce((sum, entry: LogEntry) => sum + JSON.stringify(entry).length, 0) / entries,
    ours: sampleOf(times.ours),
    bare: sampleOf(times.bare),
    made: sampleOf(times.made),
  };
}

/** Rows of a table: the columns that have values, and the values. */
interface Rows {
  readonly columns: readonly string[];
  readonly values: readonly (readonly unknown[])[];
}

function rowsOf(db: Database, table: string): Rows {
  const first = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} LIMIT 1`).get()!;
  const generated = new Set(
    db
      .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?) WHERE hidden > 0')
      .pluck()
      .all(table),
  );
  const columns = Object.keys(first).filter((name) => first[name] !== null && !generated.has(name));
  const values = db.prepare<[], unknown[]>(`SELECT ${columns.join()} FROM ${table}`).raw().all();
  return { columns, values };
}

type Tables = Readonly<Record<string, Rows>>;

/** `tables` with the values of JSON columns instead of their texts. */
const parsedTables = (tables: Tables): Tables =>
  Object.fromEntries(
    Object.entries(tables).map(([table, { columns, values }]) => [
      table,
      { columns, values: values.map((row) => row.map((value) => (isJson(value) ? parsed(value) : value))) },
    ]),
  );

const isJson = (value: unknown): value is string => typeof value === 'string' && /^[[{]/.test(value);
const parsed = (text: string): unknown => JSON.parse(text);

/** `row` with the texts of its JSON columns. */
function withJson(row: readonly unknown[]): readonly unknown[] {
  const made = row.slice();
  for (let at = 0; at < made.length; at++)
    if (typeof made[at] === 'object' && made[at] !== null) made[at] = JSON.stringify(made[at]);
  return made;
}

/** Inserts the same rows into tables with the same columns, one statement for each; microseconds. */
function insertBare(
  db: Database,
  tables: Tables,
  made: (row: readonly unknown[]) => readonly unknown[],
): number {
  const inserts = Object.entries(tables).map(([table, { columns, values }]) => {
    const ddl = db
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(table)!;
    db.exec(`DROP TABLE IF EXISTS bare_${table}; ${ddl.replace(table, `bare_${table}`)}`);
    const places = columns.map(() => '?').join();
    const insert = db.prepare(`INSERT INTO bare_${table} (${columns.join()}) VALUES (${places})`);
    return { insert, values };
  });
  const count = Math.max(...inserts.map(({ values }) => values.length));
  sweep();
  return spent(() => {
    for (let from = 0; from < count; from += BATCH)
      db.transaction(() => {
        for (const { insert, values } of inserts)
          for (let at = from; at < Math.min(from + BATCH, values.length); at++) insert.run(made(values[at]!));
      }).immediate();
  });
}
