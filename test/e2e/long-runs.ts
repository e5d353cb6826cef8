import { openStore } from '../../engine/index.ts';
import { loads, planFor } from '../bench/loads.ts';
import { runRecorded } from '../bench/runs.ts';
import { openDatabase, packing } from '../open-database.ts';

/** Enough that nobody sees the end of a comparison that is cancelled at once. */
const ENTRIES = 20_000;

/** Writes a database with two equal runs, r1 and r2. */
export function writeLongRuns(file: string): void {
  const db = openDatabase(file);
  const store = openStore(db, packing);
  for (let nth = 0; nth < 2; nth++) runRecorded(planFor(loads.independent(ENTRIES)), store);
  db.close();
}
