import type { Database } from 'better-sqlite3';
import { applyChanges, type Store } from '../../../engine/index.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { appName, type RunId } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { runRecorded } from '../runs.ts';
import { spent, sweep } from '../sample.ts';
import { spreadOf, type Spread } from '../spread.ts';
import { inDatabase } from './in-database.ts';
import { letters } from './letters.ts';

/** The cost of storing a run of a large state, and of reading that state at any entry. */
export interface HistoryReport {
  readonly entries: number;
  /** Characters of the state as JSON, bytes in the database for each entry, and characters of each entry with its changes. */
  readonly sizes: {
    readonly state: number;
    readonly kept: number;
    readonly plan: number;
    readonly json: number;
  };
  /**
   * Milliseconds of processor time to parse the state, and to read it at any entry: warmed up, and at first, when V8 has yet to
   * compile the code.
   */
  readonly parse: Spread;
  readonly seek: Spread;
  readonly first: Spread;
  /** Microseconds to advance the states by one entry. */
  readonly step: Spread;
}

const PILE = appName('pile');
const PAGE = 500;

export const measureHistory = (entries: number, seeks: number): HistoryReport =>
  inDatabase((store, db) => {
    const run = runRecorded(letters(entries), store);
    const text = JSON.stringify(store.stateAt(run, PILE, entries));
    const random = seededRandom(1);
    const times = { first: [] as number[], parse: [] as number[], seek: [] as number[] };
    for (let nth = 0; nth < 2 * seeks; nth++) {
      const at = random.int(0, entries - 1);
      const parse = spent(() => JSON.parse(text) as Json) / 1_000;
      const seek = spent(() => store.stateAt(run, PILE, at)) / 1_000;
      if (nth < seeks) times.first.push(seek);
      else {
        times.parse.push(parse);
        times.seek.push(seek);
      }
    }
    return {
      entries,
      sizes: { state: text.length, ...sizesOf(db, store, run, entries) },
      parse: spreadOf(times.parse),
      seek: spreadOf(times.seek),
      first: spreadOf(times.first),
      step: spreadOf(stepsOf(store, run, entries)),
    };
  });

function sizesOf(db: Database, store: Store, run: RunId, entries: number) {
  const bytes = db.prepare<[string], number>('SELECT sum(pgsize) FROM dbstat WHERE name LIKE ?').pluck();
  let json = 0;
  for (let from = 0; from < entries; from += PAGE)
    for (const entry of store.entries(run, from, PAGE)) json += JSON.stringify(entry).length;
  const kept = ['entry', 'change', 'snapshot%'].reduce((sum, table) => sum + bytes.get(table)!, 0);
  return { kept: kept / entries, plan: bytes.get('plan')! / entries, json: json / entries };
}

/** Microseconds for each entry, page by page, while the states advance from the first entry to the last. */
function stepsOf(store: Store, run: RunId, entries: number): readonly number[] {
  const states = new Map([[PILE, store.stateAt(run, PILE, -1)]]);
  const steps: number[] = [];
  sweep();
  for (let from = 0; from < entries; from += PAGE) {
    const took = spent(() => {
      for (const { changes } of store.entries(run, from, PAGE)) applyChanges(states, changes);
    });
    steps.push(took / Math.min(PAGE, entries - from));
  }
  return steps;
}
