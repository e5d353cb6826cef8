import type { Database } from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../engine/index.ts';
import { openDatabase, packing } from '../../open-database.ts';

/** The result of `work` with a temporary store on disk. */
export function inDatabase<Answer>(work: (store: Store, db: Database) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const db = openDatabase(join(folder, 'runs.db'));
  try {
    return work(openStore(db, packing), db);
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}
