import type { Database } from 'better-sqlite3';
import type { Store } from '../../../engine/index.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import type { RunId } from '../../../engine/model/values/ids.ts';
import { loads, planFor } from '../loads.ts';
import { runRecorded } from '../runs.ts';
import { timed, type Sample } from '../sample.ts';
import { inDatabase } from './in-database.ts';

/** Reads of a long log, in microseconds each, compared with parsed reads of bare rows with the same entries. */
export interface ReadsReport {
  readonly entries: number;
  /** One entry at a random position, and a hundred consecutive entries. */
  readonly entry: Beside;
  readonly page: Beside;
  /** The entry after the last one read. */
  readonly next: Beside;
}

interface Beside {
  readonly ours: Sample;
  readonly bare: Sample;
}

const PAGE = 100;
const COPIED = 10_000; // entries at once

export const measureReads = (entries: number, reads: number): ReadsReport =>
  inDatabase((store, db) => {
    const run = runRecorded(planFor(loads.chain(entries)), store);
    copyToRows(store, db, run, entries);
    const one = db.prepare<[number], string>('SELECT body FROM bare WHERE position = ?').pluck();
    const some = db
      .prepare<[number, number], string>(
        'SELECT body FROM bare WHERE position >= ? ORDER BY position LIMIT ?',
      )
      .pluck();
    const places = Array.from({ length: reads }, placeIn(entries - PAGE));
    const each = (read: (at: number) => unknown) => ({
      work: () => {
        for (const at of places) read(at);
      },
      counts: reads,
    });
    const times = timed(
      {
        entry: each((at) => store.entry(run, at)),
        bareEntry: each((at) => parsed(one.get(at)!)),
        page: each((at) => store.entries(run, at, PAGE)),
        barePage: each((at) => some.all(at, PAGE).map(parsed)),
        next: each(counting((at) => store.entry(run, at))),
        bareNext: each(counting((at) => parsed(one.get(at)!))),
      },
      { rounds: 5, least: 1, warm: true },
    );
    return {
      entries,
      entry: { ours: times.entry, bare: times.bareEntry },
      page: { ours: times.page, bare: times.barePage },
      next: { ours: times.next, bare: times.bareNext },
    };
  });

const parsed = (text: string): unknown => JSON.parse(text);

function placeIn(length: number): () => number {
  const random = seededRandom(1);
  return () => random.int(0, length - 1);
}

/** Continues reading after its last position, whatever position is given. */
function counting(read: (at: number) => unknown): () => unknown {
  let at = 0;
  return () => read(at++);
}

function copyToRows(store: Store, db: Database, run: RunId, entries: number): void {
  db.exec('CREATE TABLE bare (position INTEGER PRIMARY KEY, body TEXT) STRICT');
  const insert = db.prepare<[number, string]>('INSERT INTO bare VALUES (?, ?)');
  for (let from = 0; from < entries; from += COPIED)
    db.transaction(() => {
      for (const entry of store.entries(run, from, COPIED)) insert.run(entry.index, JSON.stringify(entry));
    })();
}
