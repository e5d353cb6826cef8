import type { AppName, Change, LogEntry, Path } from '../model/index.ts';
import { type Crc32, jsonOf, readList, ROW_IDS_PER_KEY, RowChecksum, rowIdOf } from './column-values.ts';
import { RowInserter, type Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import type { AppTable } from './app-table.ts';
import type { RunTable } from './run-table.ts';

/** The changes of one entry to one app. `app` is the app's key. */
export interface AppChanges {
  readonly app: number;
  readonly changes: readonly Change[];
  /** The number of characters of the changes as JSON. */
  readonly length: number;
}

/** The changes of one entry to one app. */
export interface EntryChanges {
  readonly index: number;
  readonly changes: readonly Change[];
}

/** The changes of entries, by app. Runs and apps are given by their keys. */
export interface ChangeTable {
  /** Adds the changes of the next entry of `run`; {@link flush} writes them. Returns the changes to each app. */
  add(run: number, entry: LogEntry): readonly AppChanges[];
  flush(): void;
  /** Discards changes added since the last {@link flush}. */
  forget(): void;
  /** The changes to `app` by the entries after index `after`, up to and including `to`. */
  between(app: number, after: number, to: number): readonly Change[];
  /** The changes by entry, for entries that may have changed the value at `path`. */
  touching(app: number, path: Path, from: number, to: number): readonly EntryChanges[];
  /** The index of the first entry after `at` that wrote to `app`, or of the last one before. */
  adjacent(app: number, at: number, direction: 'next' | 'previous'): number | undefined;
  /** All changes of one entry to the apps of its run, in order. */
  ofEntry(run: number, position: number): readonly Change[];
  /**
   * The changes in a row with all {@link CHANGE_COLUMNS}.
   * @throws {DamageError} when the row does not match its checksum.
   */
  changesIn(row: readonly unknown[]): readonly Change[];
}

const COLUMNS = ['id', 'changes', 'places'];

/** The columns to read for {@link ChangeTable.changesIn}. */
export const CHANGE_COLUMNS = [...COLUMNS, 'checksum'];

type ChangeRow = readonly [id: number, changes: string, places: string | null, checksum: number];
const [ID, CHANGES, PLACES, CHECKSUM] = [0, 1, 2, 3] as const;

/** The changes of an entry without changes. */
const NOTHING: readonly AppChanges[] = [];

/**
 * Creates the table's interface and prepares its statements. The caller closes `db`.
 * @param check is called before changes of an app are read in sequence, and throws if some are known to be missing
 */
export function changeTable(
  db: Database,
  apps: AppTable,
  crc32: Crc32,
  check: (app: number) => void = () => undefined,
): ChangeTable {
  const inserter = new RowInserter(db, 'change', COLUMNS, crc32);
  const checksum = new RowChecksum(crc32);
  const rows = db
    .prepare<[number, number], ChangeRow>(
      `SELECT ${CHANGE_COLUMNS.join()} FROM change WHERE id >= ? AND id <= ? ORDER BY id`,
    )
    .raw();
  const next = db
    .prepare<[number, number], number>(
      'SELECT position FROM change WHERE id > ? AND id < ? ORDER BY id LIMIT 1',
    )
    .pluck();
  const previous = db
    .prepare<[number, number], number>(
      'SELECT position FROM change WHERE id < ? AND id >= ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const ofEntry = db
    .prepare<[number, number], ChangeRow>(
      `SELECT ${CHANGE_COLUMNS.map((column) => `change.${column}`).join()}
       FROM app JOIN change ON change.id = (app.id << 27) + ? WHERE app.run = ?`,
    )
    .raw();

  const checkRow = (row: ChangeRow): void => {
    checksum.check(row, COLUMNS.length, row[CHECKSUM]);
  };
  const changesIn = (row: ChangeRow): readonly Change[] => {
    checkRow(row);
    return readList<Change>(row[CHANGES]);
  };

  const add = (
    app: number,
    position: number,
    changes: readonly Change[],
    places?: readonly number[],
  ): AppChanges => {
    const text = JSON.stringify(changes);
    inserter.set(ID, rowIdOf(app, position));
    inserter.set(CHANGES, text);
    if (places !== undefined) inserter.set(PLACES, JSON.stringify(places));
    inserter.endRow();
    return { app, changes, length: text.length };
  };

  return {
    add: (run, { index, changes }) => {
      if (changes.length === 0) return NOTHING;
      const { app } = changes[0]!;
      if (changes.every((change) => change.app === app))
        return [add(apps.keyOfNew(run, app), index, changes)];
      return [...byApp(changes)].map(([name, places]) =>
        add(
          apps.keyOfNew(run, name),
          index,
          places.map((place) => changes[place]!),
          places,
        ),
      );
    },
    flush: () => {
      inserter.flush();
    },
    forget: () => {
      inserter.clear();
    },
    between: (app, after, to) => {
      check(app);
      // From the row on that the snapshot follows: where that is not found, nor are others.
      const found = rows.all(rowIdOf(app, Math.max(0, after)), rowIdOf(app, clampPosition(to)));
      let last = rowIdOf(app, after);
      return readAt(
        () => changeLabel(apps, app, last - rowIdOf(app, 0)),
        () => {
          if (after >= 0 && found.shift()?.[ID] !== last) throw new DamageError('changes are missing');
          for (const row of found) {
            if (row[ID] <= last) throw new DamageError('changes are out of order');
            last = row[ID];
            checkRow(row);
          }
          return (
            jsonOf(`[${found.map((row) => row[CHANGES]).join()}]`) as readonly (readonly Change[])[]
          ).flat();
        },
      );
    },
    touching: (app, path, from, to) => {
      check(app);
      const fixed = fixedPathPart(path);
      return rows
        .all(rowIdOf(app, Math.max(0, from)), rowIdOf(app, clampPosition(to)))
        .map((row) => {
          const index = row[ID] - rowIdOf(app, 0);
          return {
            index,
            changes: readAt(
              () => changeLabel(apps, app, index),
              () => changesIn(row),
            ),
          };
        })
        .filter(({ changes }) => changes.some((change) => areRelated(fixed, change.path)));
    },
    adjacent: (app, at, direction) => {
      check(app);
      return direction === 'next'
        ? next.get(rowIdOf(app, at), rowIdOf(app + 1, 0))
        : previous.get(rowIdOf(app, at), rowIdOf(app, 0));
    },
    ofEntry: (run, position) => {
      const found: Change[] = [];
      for (const row of ofEntry.all(position, run)) {
        const changes = changesIn(row);
        const at = readList<number>(row[PLACES]);
        for (let nth = 0; nth < changes.length; nth++) found[at[nth] ?? nth] = changes[nth]!;
      }
      return found;
    },
    changesIn: (row) => changesIn(row as ChangeRow),
  };
}

/**
 * Creates a check that throws `DamageError` when rows with an app's changes are missing. Missing rows have no checksum, but the
 * entries say which of them made changes. Each app is checked once.
 */
export function missingChangesCheck(
  db: Database,
  apps: AppTable,
  runs: Pick<RunTable, 'entries'>,
  changes: () => ChangeTable,
): (app: number) => void {
  const entries = db
    .prepare<[number, number], [id: number, count: number, app: number | null]>(
      'SELECT id, change_count, changed_app FROM entry WHERE id >= ? AND id < ? ORDER BY id',
    )
    .raw();
  const positions = db
    .prepare<[number, number], number>(
      'SELECT position FROM change WHERE id >= ? AND id < ? AND places IS NULL ORDER BY id',
    )
    .pluck();
  const checked = new Set<number>();

  const check = (app: number): void => {
    const run = apps.runOf(app);
    if (run === undefined) throw new DamageError('its row in the table of apps is missing');
    const changed: number[] = [];
    const rows = entries.all(rowIdOf(run, 0), rowIdOf(run + 1, 0));
    for (const [index, [id, count, only]] of rows.entries()) {
      if (id !== rowIdOf(run, index)) throw new DamageError('entries are missing');
      if (only === app) changed.push(index);
      if (count > 0 && only === null && changes().ofEntry(run, index).length !== count)
        throw new DamageError('changes are missing');
    }
    const found = positions.all(rowIdOf(app, 0), rowIdOf(app + 1, 0));
    if (rows.length < runs.entries(run) || found.join() !== changed.join())
      throw new DamageError('changes are missing');
  };
  return (app) => {
    if (checked.has(app)) return;
    readAt(
      () => apps.placeOf(app),
      () => {
        check(app);
      },
    );
    checked.add(app);
  };
}

/** The indexes of the changes of each app. */
function byApp(changes: readonly Change[]): ReadonlyMap<AppName, readonly number[]> {
  const places = new Map<AppName, number[]>();
  for (const [index, { app }] of changes.entries()) {
    const known = places.get(app);
    if (known === undefined) places.set(app, [index]);
    else known.push(index);
  }
  return places;
}

/** Limits a log index to the largest possible one, because callers may pass infinity. */
const clampPosition = (position: number): number => Math.min(position, ROW_IDS_PER_KEY - 1);

const changeLabel = (apps: AppTable, app: number, position: number): string =>
  `${apps.placeOf(app)}, entry ${Math.max(0, position)} or soon after`;

/** The part of a path before its first list index, because list indexes shift. */
function fixedPathPart(path: Path): Path {
  const shifting = path.findIndex((step) => typeof step === 'number');
  return shifting < 0 ? path : path.slice(0, shifting);
}

/** Whether one path is equal to or inside the other. */
const areRelated = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((step, depth) => step === other[depth]);
