import type { AppName, Json, RunId } from '../model/index.ts';
import type { Database } from './database.ts';
import { jsonIn } from './json-in.ts';
import { stored, textOf, type Packing, type Stored } from './packing.ts';
import { numberOf } from './run-table.ts';

export const KEYFRAME_SCHEMA = `
  CREATE TABLE keyframe (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    app      TEXT    NOT NULL,
    position INTEGER NOT NULL,          -- the log entry it follows; -1 is before the first
    state    TEXT,                      -- JSON; NULL where it is as in the keyframe before
    PRIMARY KEY (run, app, position)
  ) STRICT`;

/** Large states are packed. */
export const PACKED_KEYFRAME_SCHEMA = `
  ALTER TABLE keyframe RENAME TO keyframe_unpacked;
  CREATE TABLE keyframe (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    app      TEXT    NOT NULL,
    position INTEGER NOT NULL,          -- the log entry it follows; -1 is before the first
    state    ANY,                       -- JSON; NULL where it is as in the keyframe before
    PRIMARY KEY (run, app, position)
  ) STRICT;
  INSERT INTO keyframe SELECT * FROM keyframe_unpacked;
  DROP TABLE keyframe_unpacked`;

/** An app's state at some position of the log, from which later states are computed. */
export interface Keyframe {
  readonly position: number;
  /** Nobody else's: it may be changed. */
  readonly state: Json;
}

/** Apps' states now and then: a cache of the log, but for those at −1, which are the beginning. */
export interface KeyframeTable {
  /** `undefined` says that `app` has not changed since its keyframe before. */
  write(run: RunId, app: AppName, position: number, state: string | undefined): void;
  /** The latest of `app` that is not after `position`. */
  nearest(run: RunId, app: AppName, position: number): Keyframe | undefined;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function keyframeTable(db: Database, packing: Packing): KeyframeTable {
  const insert = db.prepare<[number, string, number, Stored | null]>(
    'INSERT INTO keyframe VALUES (?, ?, ?, ?)',
  );
  const position = db
    .prepare<[number, string, number], number | null>(
      'SELECT max(position) FROM keyframe WHERE run = ? AND app = ? AND position <= ?',
    )
    .pluck();
  const state = db
    .prepare<[number, string, number], Stored>(
      `SELECT state FROM keyframe
       WHERE run = ? AND app = ? AND position <= ? AND state IS NOT NULL ORDER BY position DESC LIMIT 1`,
    )
    .pluck();

  return {
    write: (run, app, at, text) =>
      void insert.run(numberOf(run), app, at, text === undefined ? null : stored(packing, text)),
    nearest: (run, app, at) => {
      const found = position.get(numberOf(run), app, at);
      const text = state.get(numberOf(run), app, at);
      if (typeof found !== 'number' || text === undefined) return undefined;
      return { position: found, state: jsonIn(textOf(packing, text)) as Json };
    },
  };
}
