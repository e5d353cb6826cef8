import type { RunId } from '../model/index.ts';
import { keyOf, textColumn, textOf } from './columns.ts';
import type { Database } from './database.ts';

/** The texts of scenarios and of what they import, by run and path. Each is kept once, however many runs used it. */
export interface SourceTable {
  write(run: RunId, path: string, text: string): void;
  /** The texts of a run by path. */
  read(run: RunId): ReadonlyMap<string, string>;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function sourceTable(db: Database): SourceTable {
  // Few texts share a length, so that the index spares us hashes, which the engine has none of.
  const find = db
    .prepare<[string, string], number>('SELECT id FROM source WHERE length(text) = length(?) AND text = ?')
    .pluck();
  const insert = db.prepare<[string]>('INSERT INTO source (text) VALUES (?)');
  const insertFile = db.prepare<[number, string, number]>('INSERT INTO run_file VALUES (?, ?, ?)');
  const files = db.prepare<[number], { path: string; text: string }>(
    'SELECT path, text FROM run_file JOIN source ON source.id = run_file.source WHERE run = ? ORDER BY path',
  );

  return {
    write: (run, path, text) => {
      const source = find.get(text, text) ?? Number(insert.run(text).lastInsertRowid);
      insertFile.run(keyOf(run), textColumn(path), source);
    },
    read: (run) => new Map(files.all(keyOf(run)).map(({ path, text }) => [textOf(path), text])),
  };
}
