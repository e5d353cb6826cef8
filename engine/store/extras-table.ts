import type { TraceExtras, RunId } from '../model/index.ts';
import type { Database } from './database.ts';
import { jsonIn } from './json-in.ts';
import { numberOf } from './run-table.ts';

export const EXTRAS_SCHEMA = `
  CREATE TABLE extras (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT`;

/** What runs carry besides their logs: apart from their rows, for it is large and lists do not show it. */
export interface ExtrasTable {
  write(run: RunId, extras: TraceExtras): void;
  read(run: RunId): TraceExtras | undefined;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function extrasTable(db: Database): ExtrasTable {
  const insert = db.prepare<[number, string]>('INSERT INTO extras VALUES (?, ?)');
  const select = db.prepare<[number], string>('SELECT json FROM extras WHERE run = ?').pluck();

  return {
    write: (run, extras) => void insert.run(numberOf(run), JSON.stringify(extras)),
    read: (run) => {
      const json = select.get(numberOf(run));
      return json === undefined ? undefined : (jsonIn(json) as TraceExtras);
    },
  };
}
