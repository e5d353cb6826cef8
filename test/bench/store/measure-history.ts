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
  /** Milliseconds of processor time to read the state at any entry, and to parse the same state from its own JSON. */
  readonly parse: Spread;
  readonly seek: Spread;
  /** The time of each seek divided by the time of the parse of the state that it found. */
  readonly times: Spread;
  /** Seeks at first, when V8 has yet to compile the code. */
  readonly first: Spread;
  /** One state parsed again and again, which its caches make the fastest. */
  readonly repeated: Spread;
  /** Microseconds to advance the states by one entry. */
  readonly step: Spread;
}

const PILE = appName('pile');
const PAGE = 500;

export const measureHistory = (entries: number, seeks: number): HistoryReport =>
  inDatabase((store, db) => {
    const run = runRecorded(letters(entries), store);
    const last = JSON.stringify(store.stateAt(run, PILE, entries));
    const random = seededRandom(1);
    const taken = { first: [], parse: [], seek: [], times: [], repeated: [] } as Record<string, number[]>;
    for (let nth = 0; nth < 2 * seeks; nth++) {
      const at = random.int(0, entries - 1);
      let state: Json | undefined;
      const seek = spent(() => (state = store.stateAt(run, PILE, at))) / 1_000;
      const text = JSON.stringify(state);
      const parse = spent(() => JSON.parse(text) as Json) / 1_000;
      const repeated = spent(() => JSON.parse(last) as Json) / 1_000;
      if (nth < seeks) taken['first']!.push(seek);
      else
        for (const [what, time] of Object.entries({ parse, seek, times: seek / parse, repeated }))
          taken[what]!.push(time);
    }
    const spread = (what: string): Spread => spreadOf(taken[what]!);
    return {
      entries,
      sizes: { state: last.length, ...sizesOf(db, store, run, entries) },
      parse: spread('parse'),
      seek: spread('seek'),
      times: spread('times'),
      first: spread('first'),
      repeated: spread('repeated'),
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
