import type { AppName, Change, Json, LogEntry, Path } from '../model/index.ts';
import { applyChange } from '../state/index.ts';
import { jsonOf, listOf, POSITIONS, rowIdOf, type Packing } from './columns.ts';
import { RowInserter, type Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import type { AppTable } from './run-table.ts';

/** What one entry wrote to one app, by the app's key. */
export interface AppChanges {
  readonly app: number;
  readonly changes: readonly Change[];
  /** Characters of the changes as JSON. */
  readonly length: number;
}

/** An entry with what it wrote to one app. */
export interface EntryChanges {
  readonly index: number;
  readonly changes: readonly Change[];
}

/** What entries changed, app by app. Runs and apps go by their keys. */
export interface ChangeTable {
  /** Takes the changes of the next entry of `run`; {@link flush} writes them. Answers what it wrote to each app. */
  add(run: number, entry: LogEntry): readonly AppChanges[];
  flush(): void;
  /** Forgets what was added since the last {@link flush}. */
  forget(): void;
  /** What the entries after position `after` up to and with `to` wrote to `app`. */
  between(app: number, after: number, to: number): readonly Change[];
  /** The same by entry, where they may have changed what stands at `path`. */
  touching(app: number, path: Path, from: number, to: number): readonly EntryChanges[];
  /** The first entry after position `at` that wrote to `app`, or the last before it. */
  adjacent(app: number, at: number, direction: 'next' | 'previous'): number | undefined;
  /** All that one entry wrote to the apps of its run, in order. */
  ofEntry(run: number, position: number): readonly Change[];
}

const COLUMNS = ['id', 'changes', 'places'];
const [ID, CHANGES, PLACES] = [0, 1, 2];

/** Of an entry that changes nothing. */
const NOTHING: readonly AppChanges[] = [];

/** Prepares its statements once. The caller owns `db` and closes it. */
export function changeTable(db: Database, apps: AppTable): ChangeTable {
  const inserter = new RowInserter(db, 'change', COLUMNS);
  const between = db
    .prepare<[number, number], string>('SELECT changes FROM change WHERE id > ? AND id <= ? ORDER BY id')
    .pluck();
  const rows = db
    .prepare<[number, number], [id: number, changes: string]>(
      'SELECT id, changes FROM change WHERE id >= ? AND id <= ? ORDER BY id',
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
    .prepare<[number, number], [changes: string, places: string | null]>(
      `SELECT changes, places FROM app JOIN change ON change.id = (app.id << 32) + ? WHERE app.run = ?`,
    )
    .raw();

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
    between: (app, after, to) =>
      readAt(
        () => placeOf(apps, app, after + 1),
        () => {
          const lists = between.all(rowIdOf(app, after), rowIdOf(app, atMost(to)));
          return (jsonOf(`[${lists.join()}]`) as readonly (readonly Change[])[]).flat();
        },
      ),
    touching: (app, path, from, to) => {
      const fixed = fixedPartOf(path);
      return rows
        .all(rowIdOf(app, Math.max(0, from)), rowIdOf(app, atMost(to)))
        .map(([id, changes]) => {
          const index = id - rowIdOf(app, 0);
          return {
            index,
            changes: readAt(
              () => placeOf(apps, app, index),
              () => listOf<Change>(changes),
            ),
          };
        })
        .filter(({ changes }) => changes.some((change) => areRelated(fixed, change.path)));
    },
    adjacent: (app, at, direction) =>
      direction === 'next'
        ? next.get(rowIdOf(app, at), rowIdOf(app + 1, 0))
        : previous.get(rowIdOf(app, at), rowIdOf(app, 0)),
    ofEntry: (run, position) => {
      const found: Change[] = [];
      for (const [text, places] of ofEntry.all(position, run)) {
        const changes = listOf<Change>(text);
        const at = listOf<number>(places);
        for (let nth = 0; nth < changes.length; nth++) found[at[nth] ?? nth] = changes[nth]!;
      }
      return found;
    },
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

/** A position in any log: callers may ask up to infinity. */
const atMost = (position: number): number => Math.min(position, POSITIONS - 1);

const placeOf = (apps: AppTable, app: number, position: number): string =>
  `app "${apps.nameOf(app) ?? app}", entry ${position} or soon after`;

/** Positions in lists shift: from the first of them on, any will do. */
function fixedPartOf(path: Path): Path {
  const shifting = path.findIndex((step) => typeof step === 'number');
  return shifting < 0 ? path : path.slice(0, shifting);
}

/** Whether one of two places is the other or within it. */
const areRelated = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((step, depth) => step === other[depth]);

/** Apps' whole states now and then, from which later states are computed. */
export interface SnapshotTable {
  /** The state of `app`, as JSON, after the entry at `position`; −1 is before the first. */
  write(app: number, position: number, state: string): void;
  /** The latest of `app` that is not after `position`; nobody else's, so that it may be changed. */
  nearest(app: number, position: number): { readonly position: number; readonly state: Json } | undefined;
}

/** To compress a shorter text takes longer than to write it. */
const WORTH_PACKING = 8_000; // characters

/** Prepares its statements once. The caller owns `db` and closes it. */
export function snapshotTable(db: Database, packing: Packing): SnapshotTable {
  const insert = db.prepare<[number, number, number, string | Uint8Array]>(
    'INSERT INTO snapshot VALUES (?, ?, ?, ?)',
  );
  const nearest = db.prepare<
    [number, number],
    { position: number; length: number; state: string | Uint8Array }
  >(
    'SELECT position, length, state FROM snapshot WHERE app = ? AND position <= ? ORDER BY position DESC LIMIT 1',
  );
  const unpack = (packed: Uint8Array, length: number): string => {
    try {
      return packing.unpack(packed, length);
    } catch (thrown) {
      throw new DamageError('a snapshot cannot be decompressed', { cause: thrown });
    }
  };

  return {
    write: (app, position, state) => {
      const kept = state.length < WORTH_PACKING ? state : packing.pack(state);
      insert.run(app, position, state.length, kept);
    },
    nearest: (app, at) => {
      const row = nearest.get(app, at);
      if (row === undefined) return undefined;
      const { position, length, state } = row;
      return { position, state: jsonOf(typeof state === 'string' ? state : unpack(state, length)) as Json };
    },
  };
}

/** The state of `app` right after the entry `at`; the caller's own. `undefined` when the run began without it. */
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
 * about twice what so much of a state does, so that at most a little more than half of a seek goes into them.
 */
const CHANGES_TO_STATE = 5 / 8;

/** Small states are not worth a snapshot of their own before so many characters of changes. */
const LEAST_CHANGES = 128_000;

/** To read the changes of an entry costs as much as so many characters more. */
const CHARACTERS_PER_ENTRY = 100;

interface FollowedApp {
  state: Json | undefined;
  /** Characters of the last snapshot. */
  size: number;
  /** Characters of the changes since then. */
  written: number;
}

/**
 * Writes the snapshots of a run wherever they are due, also among entries that are written at once: it follows the states by
 * itself. When one is due depends on the length of what was written since the last: so the snapshots of a log take no more
 * room than the log, and reading a state costs a small multiple of parsing it, whatever its size.
 */
export class SnapshotWriter {
  readonly #changes: ChangeTable;
  readonly #snapshots: SnapshotTable;
  readonly #apps = new Map<number, FollowedApp>();

  constructor(changes: ChangeTable, snapshots: SnapshotTable) {
    this.#changes = changes;
    this.#snapshots = snapshots;
  }

  /** Writes the state that an app begins with. */
  begin(app: number, state: Json): void {
    const json = JSON.stringify(state);
    this.#snapshots.write(app, -1, json);
    this.#apps.set(app, { state: undefined, size: json.length, written: 0 });
  }

  /** Goes on by the entry at `position`, which wrote `written`. */
  follow(position: number, written: readonly AppChanges[]): void {
    for (const { app, changes, length } of written) {
      const followed = this.#apps.get(app);
      if (followed === undefined) continue;
      followed.state ??= stateAt(this.#changes, this.#snapshots, app, position - 1);
      for (const change of changes) applyChange(followed.state!, change);
      followed.written += length + CHARACTERS_PER_ENTRY;
      if (followed.written > Math.max(LEAST_CHANGES, followed.size * CHANGES_TO_STATE))
        this.#write(app, position, followed);
    }
  }

  /** Trusts no state: what was followed may not have been written. */
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
