import type { RunId } from '../model/index.ts';
import type { Database } from './database.ts';
import { numberOf } from './run-table.ts';

export const NEIGHBOUR_SCHEMA = `
  CREATE TABLE neighbour (
    run    INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    path   TEXT    NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    PRIMARY KEY (run, path)
  ) STRICT;
  CREATE INDEX neighbour_source ON neighbour (source)`;

/** The files that runs' scenarios imported, by path; their texts are in the table of sources. */
export interface NeighbourTable {
  write(run: RunId, path: string, source: number): void;
  read(run: RunId): readonly { readonly path: string; readonly source: number }[];
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function neighbourTable(db: Database): NeighbourTable {
  const insert = db.prepare<[number, string, number]>('INSERT INTO neighbour VALUES (?, ?, ?)');
  const select = db.prepare<[number], { path: string; source: number }>(
    'SELECT path, source FROM neighbour WHERE run = ? ORDER BY path',
  );

  return {
    write: (run, path, source) => void insert.run(numberOf(run), path, source),
    read: (run) => select.all(numberOf(run)),
  };
}
