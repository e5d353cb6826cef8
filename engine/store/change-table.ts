import type { AppName, Change, Json, LogEntry, Path } from '../model/index.ts';
import { applyChange } from '../state/index.ts';
import {
  type Crc32,
  jsonOf,
  listOf,
  POSITIONS,
  RowChecksum,
  rowIdOf,
  type Compression,
} from './column-values.ts';
import { RowInserter, type Database } from './database.ts';
import { DamageError, readAt, undamaged } from './errors.ts';
import type { AppTable, RunTable } from './run-table.ts';

/** The changes of one entry to one app, given by its key. */
export interface AppChanges {
  readonly app: number;
  readonly changes: readonly Change[];
  /** Characters of the changes as JSON. */
  readonly length: number;
}

/** An entry with its changes to one app. */
export interface EntryChanges {
  readonly index: number;
  readonly changes: readonly Change[];
}

/** The changes of entries, app by app. Runs and apps are given by their keys. */
export interface ChangeTable {
  /** Adds the changes of the next entry of `run`; {@link flush} writes them. Returns the changes to each app. */
  add(run: number, entry: LogEntry): readonly AppChanges[];
  flush(): void;
  /** Discards changes added since the last {@link flush}. */
  forget(): void;
  /** The changes to `app` by the entries after position `after`, up to and including `to`. */
  between(app: number, after: number, to: number): readonly Change[];
  /** The changes by entry, of entries that may have changed the value at `path`. */
  touching(app: number, path: Path, from: number, to: number): readonly EntryChanges[];
  /** The first entry after position `at` that wrote to `app`, or the last before it. */
  adjacent(app: number, at: number, direction: 'next' | 'previous'): number | undefined;
  /** All changes of one entry to the apps of its run, in order. */
  ofEntry(run: number, position: number): readonly Change[];
  /** The changes in a row with all {@link CHANGE_COLUMNS}. @throws {DamageError} when it does not match its checksum. */
  changesIn(row: readonly unknown[]): readonly Change[];
}

const COLUMNS = ['id', 'changes', 'places'];

/** The columns that are read. */
export const CHANGE_COLUMNS = [...COLUMNS, 'checksum'];

type ChangeRow = readonly [id: number, changes: string, places: string | null, checksum: number];
const [ID, CHANGES, PLACES, CHECKSUM] = [0, 1, 2, 3] as const;

/** For an entry without changes. */
const NOTHING: readonly AppChanges[] = [];

/**
 * Prepares its statements once. The caller owns `db` and closes it.
 *
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
    return listOf<Change>(row[CHANGES]);
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
      const found = rows.all(rowIdOf(app, Math.max(0, after)), rowIdOf(app, atMost(to)));
      let last = rowIdOf(app, after);
      return readAt(
        () => placeOf(apps, app, last - rowIdOf(app, 0)),
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
      const fixed = fixedPartOf(path);
      return rows
        .all(rowIdOf(app, Math.max(0, from)), rowIdOf(app, atMost(to)))
        .map((row) => {
          const index = row[ID] - rowIdOf(app, 0);
          return {
            index,
            changes: readAt(
              () => placeOf(apps, app, index),
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
        const at = listOf<number>(row[PLACES]);
        for (let nth = 0; nth < changes.length; nth++) found[at[nth] ?? nth] = changes[nth]!;
      }
      return found;
    },
    changesIn: (row) => changesIn(row as ChangeRow),
  };
}

/**
 * A check that throws `DamageError` when rows with an app's changes are missing. A missing row has no checksum to reveal it, but
 * the entries say which of them made changes. Each app is checked once.
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
    for (const [position, [id, count, only]] of rows.entries()) {
      if (id !== rowIdOf(run, position)) throw new DamageError('entries are missing');
      if (only === app) changed.push(position);
      if (count > 0 && only === null && changes().ofEntry(run, position).length !== count)
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

/** The places of the changes of each app. */
function byApp(changes: readonly Change[]): ReadonlyMap<AppName, readonly number[]> {
  const places = new Map<AppName, number[]>();
  for (const [place, { app }] of changes.entries()) {
    const known = places.get(app);
    if (known === undefined) places.set(app, [place]);
    else known.push(place);
  }
  return places;
}

/** Limits a position in any log: callers may pass infinity. */
const atMost = (position: number): number => Math.min(position, POSITIONS - 1);

const placeOf = (apps: AppTable, app: number, position: number): string =>
  `${apps.placeOf(app)}, entry ${Math.max(0, position)} or soon after`;

/** Positions in lists shift: the path ends before the first of them. */
function fixedPartOf(path: Path): Path {
  const shifting = path.findIndex((step) => typeof step === 'number');
  return shifting < 0 ? path : path.slice(0, shifting);
}

/** Whether one of two places is the other or within it. */
const areRelated = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((step, depth) => step === other[depth]);

/** Whole states of apps at some positions, from which later states are computed. */
export interface SnapshotTable {
  /** The state of `app`, as JSON, after the entry at `position`; −1 is before the first. */
  write(app: number, position: number, state: string): void;
  /** The latest undamaged snapshot of `app` at or before `position`. The caller may change it. */
  nearest(app: number, position: number): { readonly position: number; readonly state: Json } | undefined;
}

/** Compressing a shorter text takes longer than writing it. */
const WORTH_PACKING = 8_000; // characters

export type SnapshotRow = readonly [
  app: number,
  position: number,
  length: number,
  state: string | Uint8Array,
];

/** The checksum of a row of snapshots. It covers the stored form, so that compressed states need not be decompressed. */
export function checksumOfSnapshot(
  crc32: Crc32,
  [app, position, length, state]: SnapshotRow | readonly [...SnapshotRow, checksum: number],
): number {
  return crc32(state, new RowChecksum(crc32).of([app, position, length, typeof state]) >>> 0);
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function snapshotTable(db: Database, packing: Compression): SnapshotTable {
  const insert = db.prepare<[...SnapshotRow, number]>('INSERT INTO snapshot VALUES (?, ?, ?, ?, ?)');
  const nearest = db
    .prepare<[number, number], [...SnapshotRow, checksum: number]>(
      `SELECT app, position, length, state, checksum FROM snapshot
       WHERE app = ? AND position <= ? ORDER BY position DESC LIMIT 1`,
    )
    .raw();
  const unpack = (packed: Uint8Array, length: number): string =>
    undamaged('a snapshot cannot be decompressed', () => packing.unpack(packed, length));

  return {
    write: (app, position, state) => {
      const kept = state.length < WORTH_PACKING ? state : packing.pack(state);
      const row: SnapshotRow = [app, position, state.length, kept];
      insert.run(...row, checksumOfSnapshot(packing.crc32, row));
    },
    nearest: (app, at) => {
      for (let before = at; ;) {
        const row = nearest.get(app, before);
        if (row === undefined) return undefined;
        const [owner, position, length, state, checksum] = row;
        if (owner !== app || position > before) throw new DamageError('another state is in its place');
        if (checksumOfSnapshot(packing.crc32, row) === checksum)
          return {
            position,
            state: jsonOf(typeof state === 'string' ? state : unpack(state, length)) as Json,
          };
        // The states before it, with all changes since, come to the same.
        if (position < 0) throw new DamageError('the first state does not match its checksum');
        before = Math.min(position, before) - 1;
      }
    },
  };
}

/**
 * The state of `app` right after the entry `at`, which the caller may change. `undefined` when the run began without the app.
 */
export function stateAt(
  changes: ChangeTable,
  snapshots: SnapshotTable,
  app: number,
  at: number,
): Json | undefined {
  const snapshot = snapshots.nearest(app, at);
  if (snapshot === undefined) return undefined;
  for (const change of changes.between(app, snapshot.position, at)) applyChange(snapshot.state, change);
  return snapshot.state;
}

/**
 * A snapshot is due when the changes since the last one are this many times as long as the state. To read changes costs
 * about twice what so much of a state does, so that at most half of a seek goes into them. With 5/8 seeks take a tenth longer,
 * and the file is 6 % shorter.
 */
const CHANGES_TO_STATE = 1 / 2;

/** A small state gets no snapshot before this many characters of changes. */
const LEAST_CHANGES = 128_000;

/** Reading the changes of an entry costs as much as this many characters more. */
const CHARACTERS_PER_ENTRY = 100;

interface FollowedApp {
  state: Json | undefined;
  /** Characters of the last snapshot. */
  size: number;
  /** Characters of the changes since then. */
  written: number;
}

/**
 * Writes the snapshots of a run when they are due, even within a batch of entries: it follows the states itself, once a
 * snapshot is near. The due
 * position depends on the length of the changes since the last snapshot. So the snapshots of a log take no more room than the
 * log, and reading a state costs a small multiple of parsing it, whatever its size.
 */
export class SnapshotWriter {
  readonly #changes: ChangeTable;
  readonly #snapshots: SnapshotTable;
  readonly #apps = new Map<number, FollowedApp>();

  constructor(changes: ChangeTable, snapshots: SnapshotTable) {
    this.#changes = changes;
    this.#snapshots = snapshots;
  }

  /** Writes the initial state of an app. */
  begin(app: number, state: Json): void {
    const json = JSON.stringify(state);
    this.#snapshots.write(app, -1, json);
    this.#apps.set(app, { state: undefined, size: json.length, written: 0 });
  }

  /** Advances by the entry at `position`, which made the changes in `written`. */
  follow(position: number, written: readonly AppChanges[]): void {
    for (const { app, changes, length } of written) {
      const followed = this.#apps.get(app);
      if (followed === undefined) continue;
      followed.written += length + CHARACTERS_PER_ENTRY;
      // Most runs end before their first snapshot is due.
      if (followed.state === undefined && followed.written < LEAST_CHANGES / 2) continue;
      if (followed.state === undefined) {
        this.#changes.flush();
        followed.state = stateAt(this.#changes, this.#snapshots, app, position - 1);
      }
      for (const change of changes) applyChange(followed.state!, change);
      if (followed.written > Math.max(LEAST_CHANGES, followed.size * CHANGES_TO_STATE))
        this.#write(app, position, followed);
    }
  }

  /** Discards all followed states: they may not have been written. */
  restart(): void {
    for (const followed of this.#apps.values()) {
      followed.state = undefined;
      followed.written = Infinity;
    }
  }

  #write(app: number, position: number, followed: FollowedApp): void {
    const json = JSON.stringify(followed.state);
    this.#snapshots.write(app, position, json);
    followed.size = json.length;
    followed.written = 0;
  }
}
