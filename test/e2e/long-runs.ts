import { openStore } from '../../engine/index.ts';
import type { RunId } from '../../engine/model/values/ids.ts';
import { loads, planFor } from '../bench/loads.ts';
import { runRecorded } from '../bench/runs.ts';
import { openDatabase, packing } from '../open-database.ts';

/** Enough that nobody sees the end of a comparison that is cancelled at once. */
const ENTRIES = 20_000;

/** Writes two equal runs to a database, which is made if it is missing. */
export function writeLongRuns(file: string): readonly [RunId, RunId] {
  const db = openDatabase(file);
  const store = openStore(db, packing);
  const write = (): RunId => runRecorded(planFor(loads.independent(ENTRIES)), store);
  const runs = [write(), write()] as const;
  db.close();
  return runs;
}
