import type { Database } from './database.ts';

export const SOURCE_SCHEMA = `
  CREATE TABLE source (
    id   INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
  ) STRICT;
  CREATE INDEX source_length ON source (length(text))`;

/** The texts of scenarios. Each is kept once, however many runs it had. */
export interface SourceTable {
  /** The id of `text`, which is written when it is not there yet. */
  keep(text: string): number;
  read(id: number): string | undefined;
  /** Removes `id` when no run refers to it any more. */
  release(id: number): void;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function sourceTable(db: Database): SourceTable {
  // Few texts share a length, so that the index spares us hashes, which the engine has none of.
  const find = db
    .prepare<[string, string], number>('SELECT id FROM source WHERE length(text) = length(?) AND text = ?')
    .pluck();
  const insert = db.prepare<[string]>('INSERT INTO source (text) VALUES (?)');
  const select = db.prepare<[number], string>('SELECT text FROM source WHERE id = ?').pluck();
  const remove = db.prepare<[number]>(
    'DELETE FROM source WHERE id = ? AND NOT EXISTS (SELECT 1 FROM run WHERE run.text = source.id)' +
      ' AND NOT EXISTS (SELECT 1 FROM neighbour WHERE neighbour.source = source.id)',
  );

  return {
    keep: (text) => find.get(text, text) ?? Number(insert.run(text).lastInsertRowid),
    read: (id) => select.get(id),
    release: (id) => void remove.run(id),
  };
}
