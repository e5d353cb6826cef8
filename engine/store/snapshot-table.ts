import type { Json } from '../model/index.ts';
import { applyChange } from '../state/index.ts';
import type { AppChanges, ChangeTable } from './change-table.ts';
import { type Compression, type Crc32, jsonOf, RowChecksum } from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, undamaged } from './errors.ts';

/** Complete states of apps at some log positions, from which later states are computed. */
export interface SnapshotTable {
  /** Writes the state of `app`, as JSON, after the entry at `position`; −1 is before the first. */
  write(app: number, position: number, state: string): void;
  /** The latest undamaged snapshot of `app` at or before `position`. The caller may change it. */
  nearest(app: number, position: number): { readonly position: number; readonly state: Json } | undefined;
}

/** The length from which a text is compressed. Compressing a shorter text takes longer than writing it. */
const WORTH_PACKING = 8_000; // characters

export type SnapshotRow = readonly [
  app: number,
  position: number,
  length: number,
  state: string | Uint8Array,
];

/** The checksum of a snapshot row. It covers the stored form, so that compressed states need not be decompressed. */
export function checksumOfSnapshot(
  crc32: Crc32,
  [app, position, length, state]: SnapshotRow | readonly [...SnapshotRow, checksum: number],
): number {
  return crc32(state, new RowChecksum(crc32).of([app, position, length, typeof state]) >>> 0);
}

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
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

/** The state of `app` right after entry `at`, which the caller may change; `undefined` when the run began without the app. */
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
 * A snapshot is due when the changes since the last one are this many times as long as the state. Reading changes costs about
 * twice as much as reading a state of the same length, so at most half of a seek goes into changes. With 5/8, seeks take a tenth
 * longer and the file is 6 % smaller.
 */
const CHANGES_TO_STATE = 1 / 2;

/** The minimum number of characters of changes before a snapshot. */
const LEAST_CHANGES = 128_000;

/** The fixed cost of reading an entry's changes, in characters. */
const CHARACTERS_PER_ENTRY = 100;

interface FollowedApp {
  state: Json | undefined;
  /** The number of characters of the last snapshot. */
  size: number;
  /** The number of characters of changes since the last snapshot. */
  written: number;
}

/**
 * Writes the snapshots of a run when they are due, also within a batch of entries. Once a snapshot is near, it computes the
 * states itself. The due position depends on the length of the changes since the last snapshot. So the snapshots take no more
 * space than the log, and reading a state costs a small multiple of parsing it.
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

  /** Discards all computed states, because they may not have been written. */
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
