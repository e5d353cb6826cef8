import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import {
  combineVerdict,
  Environment,
  openStore,
  outlineOf,
  type Plan,
  type Store,
} from '../../engine/index.ts';
import type { RunId } from '../../engine/model/values/ids.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { openDatabase, packing } from '../open-database.ts';
import { sweep } from './sample.ts';

/** Entries or rows in one transaction. */
const BATCH = 1000;

/** Runs `plan` to its end, with the whole log in memory. */
export function runInMemory(plan: Plan): Environment {
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  return environment;
}

/**
 * Runs `plan` to its end and writes every entry, with snapshots and, unless disabled, the plan, to `store`. Calls `written`
 * after the last entry is written.
 */
export function runRecorded(
  plan: Plan,
  store: Store,
  {
    written = () => undefined,
    withPlan = true,
  }: { readonly written?: () => void; readonly withPlan?: boolean } = {},
): RunId {
  const environment = new Environment(plan, { mode: 'oracle' });
  const { apps, now: start } = environment;
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
    states: Object.fromEntries(apps.map(({ name }) => [name, environment.appState(name)])),
    ...(withPlan ? { plan: outlineOf(plan) } : {}),
  });
  let batch: LogEntry[] = [];
  for (let entry = environment.step(); entry !== undefined; entry = environment.step()) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    writer.append(batch, environment.now);
    environment.dropEntries((from, limit) => store.entries(writer.id, from, limit));
    batch = [];
  }
  writer.append(batch, environment.now);
  written();
  writer.finish({
    state: 'completed',
    now: environment.now,
    notes: [],
    verdict: combineVerdict({ checks: environment.verdict() }),
    logHash: undefined,
  });
  return writer.id;
}

/** Inserts `count` rows of 311 characters of JSON: the lower bound for any log in SQLite. */
export function insertRows(db: Database, count: number): void {
  const insert = db.prepare<[number, string]>('INSERT INTO bare VALUES (?, ?)');
  const body = JSON.stringify({ text: '-'.repeat(300) });
  for (let from = 0; from < count; from += BATCH)
    db.transaction(() => {
      for (let at = from; at < Math.min(from + BATCH, count); at++) insert.run(at, body);
    })();
}

/** Empties the table that {@link insertRows} fills. */
export function emptyRows(db: Database): void {
  db.exec('DROP TABLE IF EXISTS bare; CREATE TABLE bare (position INTEGER PRIMARY KEY, body TEXT) STRICT');
}

/** The size in bytes of a database in `file` with one run of `plan` and nothing else. */
export function bytesOnDisk(plan: Plan, file: string): number {
  const db = openDatabase(file);
  runRecorded(plan, openStore(db, packing));
  db.close();
  return statSync(file).size;
}

/** The heap size in bytes of the object that `make` returns. */
export function bytesOnHeap(make: () => object): number {
  const kept: object[] = [];
  sweep();
  const before = process.memoryUsage().heapUsed;
  kept.push(make());
  sweep();
  const { heapUsed } = process.memoryUsage();
  kept.pop();
  return heapUsed - before;
}
