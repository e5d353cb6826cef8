import { compareCodePoints, type RunId } from '../model/index.ts';
import { type Crc32, runKeyOf, textColumn, readTextColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { RunTable } from './run-table.ts';

/** The texts of scenarios and of the files they import, by run and path. Each text is stored once, even if many runs use it. */
export interface SourceTable {
  /** Writes the files of a run. Returns their checksum. */
  write(run: RunId, files: Iterable<readonly [path: string, text: string]>): number;
  /** The texts of a run by path. */
  read(run: RunId): ReadonlyMap<string, string>;
}

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function sourceTable(db: Database, runs: Pick<RunTable, 'checkPart'>, crc32: Crc32): SourceTable {
  // Few texts have the same length, so the index replaces hashes, which the engine cannot compute.
  const find = db
    .prepare<[string, string], number>('SELECT id FROM source WHERE length(text) = length(?) AND text = ?')
    .pluck();
  const insert = db.prepare<[string]>('INSERT INTO source (text) VALUES (?)');
  const insertFile = db.prepare<[number, string, number]>('INSERT INTO run_file VALUES (?, ?, ?)');
  const files = db
    .prepare<[number], readonly [path: string, text: string]>(
      'SELECT path, text FROM run_file JOIN source ON source.id = run_file.source WHERE run = ? ORDER BY path',
    )
    .raw();
  const checksumOf = (found: readonly (readonly [path: string, text: string])[]): number =>
    crc32(JSON.stringify(found.map(([path, text]) => [path, crc32(text)])));

  return {
    write: (run, given) => {
      const rows = Array.from(given, ([path, text]) => [textColumn(path), text] as const);
      for (const [path, text] of rows) {
        const source = find.get(text, text) ?? Number(insert.run(text).lastInsertRowid);
        insertFile.run(runKeyOf(run), path, source);
      }
      return checksumOf(rows.sort(([one], [other]) => compareCodePoints(one, other)));
    },
    read: (run) => {
      const found = files.all(runKeyOf(run));
      runs.checkPart(run, 'files', checksumOf(found));
      return new Map(found.map(([path, text]) => [readTextColumn(path), text]));
    },
  };
}
