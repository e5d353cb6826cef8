import type { RunId } from '../model/index.ts';
import type { Database } from './database.ts';
import { numberOf } from './run-table.ts';

export const BASELINE_SCHEMA = `
  CREATE TABLE baseline (
    scenario TEXT    PRIMARY KEY,       -- by its own name
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX baseline_run ON baseline (run)`;

/** The run of each scenario that its others are held against. */
export interface BaselineTable {
  /** Puts `run` in the place of the one that its scenario had. */
  pin(run: RunId): void;
  unpin(run: RunId): void;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function baselineTable(db: Database): BaselineTable {
  const pin = db.prepare<[number]>(
    'INSERT OR REPLACE INTO baseline SELECT scenario, id FROM run WHERE id = ?',
  );
  const unpin = db.prepare<[number]>('DELETE FROM baseline WHERE run = ?');
  return {
    pin: (run) => void pin.run(numberOf(run)),
    unpin: (run) => void unpin.run(numberOf(run)),
  };
}
