import type { RunId, SimTime } from '../model/index.ts';
import { keyOf, POSITIONS, rowIdOf, textOf } from './columns.ts';
import { RowInserter, type Database } from './database.ts';
import { COLUMNS } from './entry-table.ts';
import type { AppTable } from './run-table.ts';

/** A part of a run's log as it is in the tables, to be copied: apps go by their names, for keys are a database's own. */
export interface LogRows {
  /** The columns of `entry`, but the position in the place of the number and a name in the place of the app's key. */
  readonly entries: readonly EntryRow[];
  readonly changes: readonly ChangeRow[];
  readonly snapshots: readonly SnapshotRow[];
}

type EntryRow = readonly [position: number, time: SimTime, ...rest: unknown[], changedApp: string | null];
type ChangeRow = readonly [app: string, position: number, changes: string, places: string | null];
type SnapshotRow = readonly [app: string, position: number, length: number, state: unknown];

/** Reads and writes logs as rows: what nobody parses need not be written anew. */
export interface LogRowTable {
  /** At most `limit` entries from position `from` on, with their changes, and the snapshots that follow one of them. */
  read(run: RunId, from: number, limit: number): LogRows;
  write(run: RunId, rows: LogRows): void;
  /** Forgets what a failed {@link write} has left. */
  forget(): void;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function logRowTable(db: Database, apps: AppTable): LogRowTable {
  const between = '(app.id << 32) + ? AND (app.id << 32) + ?';
  const columns = COLUMNS.slice(1, -1);
  const entries = db
    .prepare<[number, number], EntryRow>(
      `SELECT position, ${columns.join()}, (SELECT name FROM app WHERE app.id = changed_app)
       FROM entry WHERE id >= ? AND id < ? ORDER BY id`,
    )
    .raw();
  const changes = db
    .prepare<[number, number, number], ChangeRow>(
      `SELECT name, position, changes, places FROM app JOIN change ON change.id BETWEEN ${between}
       WHERE run = ? ORDER BY change.id`,
    )
    .raw();
  const snapshots = db
    .prepare<[number, number, number], SnapshotRow>(
      `SELECT name, position, length, state FROM app JOIN snapshot ON snapshot.app = app.id
       WHERE run = ? AND position BETWEEN ? AND ?`,
    )
    .raw();
  const insertEntry = new RowInserter(db, 'entry', COLUMNS);
  const insertChange = new RowInserter(db, 'change', ['id', 'changes', 'places']);
  const insertSnapshot = db.prepare<[number, number, number, unknown]>(
    'INSERT INTO snapshot VALUES (?, ?, ?, ?)',
  );

  return {
    read: (run, from, limit) => {
      const key = keyOf(run);
      const to = Math.min(from + limit, POSITIONS) - 1;
      return {
        entries: entries.all(rowIdOf(key, from), rowIdOf(key, to + 1)),
        changes: changes.all(from, to, key),
        snapshots: snapshots.all(key, from, to),
      };
    },
    write: (run, rows) => {
      const key = keyOf(run);
      const appKey = (column: string): number => apps.keyOfNew(key, textOf(column));
      for (const row of rows.entries) {
        insertEntry.set(0, rowIdOf(key, row[0]));
        for (let column = 1; column < row.length - 1; column++)
          if (row[column] !== null) insertEntry.set(column, row[column]);
        const changedApp = row.at(-1) as string | null;
        if (changedApp !== null) insertEntry.set(row.length - 1, appKey(changedApp));
        insertEntry.endRow();
      }
      insertEntry.flush();
      for (const [app, position, text, places] of rows.changes) {
        insertChange.set(0, rowIdOf(appKey(app), position));
        insertChange.set(1, text);
        if (places !== null) insertChange.set(2, places);
        insertChange.endRow();
      }
      insertChange.flush();
      for (const [app, position, length, state] of rows.snapshots)
        insertSnapshot.run(appKey(app), position, length, state);
    },
    forget: () => {
      insertEntry.clear();
      insertChange.clear();
    },
  };
}
