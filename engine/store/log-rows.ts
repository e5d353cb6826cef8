import type { RunId } from '../model/index.ts';
import { CHANGE_COLUMNS } from './change-table.ts';
import { type Crc32, runKeyOf, ROW_IDS_PER_KEY, RowChecksum, rowIdOf } from './column-values.ts';
import { RowInserter, type Database } from './database.ts';
import { ENTRY_COLUMN_INDEX, ENTRY_COLUMNS } from './entry-table.ts';
import type { EntryType, EntryTypeTable } from './entry-type-table.ts';
import { DamageError, readAt } from './errors.ts';
import type { AppTable } from './app-table.ts';
import type { RunTable } from './run-table.ts';
import { checksumOfSnapshot, type SnapshotRow } from './snapshot-table.ts';

/** A part of a run's log as rows of the tables, to be copied. */
export interface LogRows {
  /** The index of the first entry. */
  readonly from: number;
  /**
   * Rows of `entry`, `change` and `snapshot`. Checksums, which may be the last column, are already verified; they depend on the
   * keys of runs and apps. The first rows include the initial states.
   */
  readonly entries: readonly Columns[];
  readonly changes: readonly Columns[];
  readonly snapshots: readonly SnapshotRow[];
  /** The names of the run's apps by key. Keys differ between databases. */
  readonly apps: ReadonlyMap<number, string>;
  /** The types of the entries by key. Keys differ between databases. */
  readonly types: ReadonlyMap<number, EntryType>;
}

type Columns = readonly unknown[];

/** Copies logs as rows, without parsing them. */
export interface LogRowTable {
  /**
   * Up to `limit` entries from index `from` on, with their changes and the snapshots after them; from the first entry on, also
   * the initial snapshots.
   */
  read(run: RunId, from: number, limit: number): LogRows;
  write(run: RunId, rows: LogRows): void;
  /** Discards the rest of a failed {@link write}. */
  forget(): void;
}

/** Reads and writes a run's log as raw rows of its three tables, which is how runs are copied between databases. The caller closes `db`. */
export function logRowTable(
  db: Database,
  runs: RunTable,
  apps: AppTable,
  types: EntryTypeTable,
  crc32: Crc32,
): LogRowTable {
  const entries = db
    .prepare<[number, number], Columns>(
      `SELECT ${ENTRY_COLUMNS.join()}, checksum FROM entry WHERE id BETWEEN ? AND ? ORDER BY id`,
    )
    .raw();
  const changes = db
    .prepare<[number, number], Columns>(
      `SELECT ${CHANGE_COLUMNS.join()} FROM change WHERE id BETWEEN ? AND ? ORDER BY id`,
    )
    .raw();
  const snapshots = db
    .prepare<[number, number, number], [...SnapshotRow, checksum: number]>(
      'SELECT app, position, length, state, checksum FROM snapshot WHERE app = ? AND position BETWEEN ? AND ?',
    )
    .raw();
  const insertEntry = new RowInserter(db, 'entry', ENTRY_COLUMNS, crc32);
  const insertChange = new RowInserter(db, 'change', CHANGE_COLUMNS.slice(0, -1), crc32);
  const insertSnapshot = db.prepare<[...SnapshotRow, number]>('INSERT INTO snapshot VALUES (?, ?, ?, ?, ?)');
  const checksum = new RowChecksum(crc32);

  /**
   * Verifies `rows`, each against the checksum that it ends with.
   * @throws {DamageError}
   */
  const checked = (rows: readonly Columns[], place: (row: Columns) => string): readonly Columns[] => {
    for (const row of rows)
      readAt(
        () => place(row),
        () => {
          checksum.check(row, row.length - 1, row.at(-1));
        },
      );
    return rows;
  };
  const entriesOf = (key: number, from: number, to: number): readonly Columns[] => {
    const rows = entries.all(rowIdOf(key, from), rowIdOf(key, to));
    const wanted = Math.min(to + 1, runs.entries(key)) - from;
    const stray = rows.findIndex((row, index) => row[ENTRY_COLUMN_INDEX.id] !== rowIdOf(key, from + index));
    if (stray >= 0 || rows.length < wanted) {
      const place = `run r${key}, entry ${from + (stray < 0 ? rows.length : stray)}`;
      throw new DamageError('the entry is missing', { place });
    }
    return checked(
      rows.slice(0, wanted),
      (row) => `run r${key}, entry ${Number(row[ENTRY_COLUMN_INDEX.id]) % ROW_IDS_PER_KEY}`,
    );
  };
  /** The types of `entries`, the first of which has index `from`. */
  const typesOf = (run: RunId, from: number, entries: readonly Columns[]): ReadonlyMap<number, EntryType> => {
    const found = new Map<number, EntryType>();
    for (const [index, row] of entries.entries()) {
      const key = row[ENTRY_COLUMN_INDEX.type] as number;
      if (!found.has(key))
        readAt(
          () => `run ${run}, entry ${from + index}`,
          () => found.set(key, types.read(key)),
        );
    }
    return found;
  };
  const changesOf = (app: number, from: number, to: number): readonly Columns[] =>
    checked(
      changes.all(rowIdOf(app, from), rowIdOf(app, to)),
      (row) => `${apps.placeOf(app)}, entry ${Number(row[0]) % ROW_IDS_PER_KEY}`,
    );
  /** The undamaged snapshots of an app. Damaged ones are left out, because all but the first only save time. */
  const snapshotsOf = (app: number, from: number, to: number): readonly SnapshotRow[] => {
    const rows = snapshots.all(app, from === 0 ? -1 : from, to);
    const sound = rows.filter((row) => checksumOfSnapshot(crc32, row) === row[4]);
    if (rows[0]?.[1] === -1 && sound[0] !== rows[0])
      throw new DamageError('the first state does not match its checksum', { place: apps.placeOf(app) });
    return sound.map(([key, position, length, state]) => [key, position, length, state]);
  };

  return {
    read: (run, from, limit) => {
      const key = runKeyOf(run);
      const to = Math.min(from + limit, ROW_IDS_PER_KEY) - 1;
      const names = apps.names(key);
      const rows = entriesOf(key, from, to);
      const found = {
        from,
        entries: rows,
        types: typesOf(run, from, rows),
        changes: [...names.keys()].flatMap((app) => changesOf(app, from, to)),
        snapshots: [...names.keys()].flatMap((app) => snapshotsOf(app, from, to)),
        apps: names,
      };
      const changed = new Set(found.changes.map((row) => Number(row[0]) % ROW_IDS_PER_KEY));
      for (const [index, row] of found.entries.entries())
        if (row[ENTRY_COLUMN_INDEX.change_count] !== 0 && !changed.has(from + index))
          throw new DamageError('changes of the entry are missing', {
            place: `run r${key}, entry ${from + index}`,
          });
      return found;
    },
    write: (run, { from, entries, changes, snapshots, apps: names, types: typesThere }) => {
      const key = runKeyOf(run);
      const keyHere = new Map([...names].map(([app, name]) => [app, apps.keyOfNew(key, name)]));
      const typeHere = new Map([...typesThere].map(([there, type]) => [there, types.keyOf(type)]));
      for (const [index, row] of entries.entries()) {
        insertEntry.set(ENTRY_COLUMN_INDEX.id, rowIdOf(key, from + index));
        for (let column = 1; column < ENTRY_COLUMNS.length; column++) {
          const value = row[column];
          if (value === null) continue;
          const keys =
            column === ENTRY_COLUMN_INDEX.changed_app
              ? keyHere
              : column === ENTRY_COLUMN_INDEX.type
                ? typeHere
                : undefined;
          insertEntry.set(column, keys === undefined ? value : keys.get(value as number)!);
        }
        insertEntry.endRow();
      }
      insertEntry.flush();
      for (const [id, text, places] of changes as readonly [number, string, string | null][]) {
        const app = Math.floor(id / ROW_IDS_PER_KEY);
        insertChange.set(0, rowIdOf(keyHere.get(app)!, id % ROW_IDS_PER_KEY));
        insertChange.set(1, text);
        if (places !== null) insertChange.set(2, places);
        insertChange.endRow();
      }
      insertChange.flush();
      for (const [app, position, length, state] of snapshots) {
        const row: SnapshotRow = [keyHere.get(app)!, position, length, state];
        insertSnapshot.run(...row, checksumOfSnapshot(crc32, row));
      }
    },
    forget: () => {
      insertEntry.clear();
      insertChange.clear();
    },
  };
}
