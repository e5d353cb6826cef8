import type { RunId, CommitBatch } from '../model/index.ts';
import type { Database } from './database.ts';
import { numberOf } from './run-table.ts';

export const WRITING_SCHEMA = `
  CREATE TABLE writing (
    run     INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    last    INTEGER NOT NULL,          -- LogEntry.index
    elapsed INTEGER NOT NULL,          -- milliseconds on the wall clock since the run began
    PRIMARY KEY (run, last)
  ) STRICT, WITHOUT ROWID`;

/** When entries were written, batch by batch. Apart from the log: that is the same whenever it was written. */
export interface WritingTable {
  insert(run: RunId, writing: CommitBatch): void;
  /** At most `limit` of them, from that of entry `from` on; none of traces, and of runs of an older version. */
  read(run: RunId, from: number, limit: number): readonly CommitBatch[];
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function writingTable(db: Database): WritingTable {
  const insert = db.prepare<[number, number, number]>('INSERT INTO writing VALUES (?, ?, ?)');
  const select = db.prepare<[number, number, number], CommitBatch>(
    'SELECT last, elapsed FROM writing WHERE run = ? AND last >= ? ORDER BY last LIMIT ?',
  );

  return {
    insert: (run, { last, elapsed }) => void insert.run(numberOf(run), last, elapsed),
    read: (run, from, limit) => select.all(numberOf(run), from, limit),
  };
}
