import type { Json, RecordedAction } from '../model/index.ts';
import type { Database } from './database.ts';

/** What tools were called with, to be looked through: to parse all of a log for it would take ten times as long. */
export const ARGUMENT_SCHEMA = `
  CREATE TABLE argument (
    run      INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    position INTEGER NOT NULL,          -- of the log entry
    value    TEXT    NOT NULL,          -- in small letters; as JSON where it is no text
    PRIMARY KEY (run, name, position)
  ) STRICT, WITHOUT ROWID;
  -- Entries are taken in with their arguments from now on: all of them anew.
  INSERT INTO search (search) VALUES ('delete-all')`;

/** Something about one argument, as JSON writes it where it is no text. Capitals do not count. */
export interface ArgumentTerm {
  readonly kind: 'argument';
  readonly name: string;
  readonly test: 'has' | 'is';
  readonly value: string;
}

/** The arguments of the entries that were taken in; a cache of the log. Runs go by their numbers. */
export interface ArgumentTable {
  write(run: number, position: number, action: RecordedAction): void;
  /** The entries from position `from` on that `term` is true of, ascending. */
  find(run: number, term: ArgumentTerm, from: number): readonly number[];
  forget(run: number): void;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function argumentTable(db: Database): ArgumentTable {
  const insert = db.prepare<[number, string, number, string]>('INSERT INTO argument VALUES (?, ?, ?, ?)');
  const remove = db.prepare<[number]>('DELETE FROM argument WHERE run = ?');
  const where = (test: string) =>
    db
      .prepare<[number, string, number, string], number>(
        `SELECT position FROM argument WHERE run = ? AND name = ? AND position >= ? AND ${test} ORDER BY position`,
      )
      .pluck();
  const tests = { has: where('instr(value, ?) > 0'), is: where('value = ?') };

  return {
    write: (run, position, { args, resolved }) => {
      for (const [name, value] of Object.entries<Json>({ ...args, ...resolved }))
        if (value !== null) insert.run(run, name, position, written(value).toLowerCase());
    },
    find: (run, { name, test, value }, from) => tests[test].all(run, name, from, value.toLowerCase()),
    forget: (run) => void remove.run(run),
  };
}

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
