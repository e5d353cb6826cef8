import type { Change, Path } from '../model/change.ts';
import type { AppName, RunId } from '../model/ids.ts';
import type { Happening, LogEntry } from '../model/log-entry.ts';
import type { Database } from './database.ts';
import { numberOf } from './run-table.ts';

export const LOG_SCHEMA = `
  CREATE TABLE log (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,          -- LogEntry.index
    body     TEXT    NOT NULL,          -- JSON: the entry without its index and changes
    changes  TEXT,                      -- JSON; NULL when the entry has none
    PRIMARY KEY (run, position)
  ) STRICT`;

/** A log entry as lists need it: whether it wrote to any app's state, but not what. */
export type LogHead = Happening & { readonly changed: boolean };

/** One row for each log entry. Rows are added at the end and never altered. */
export interface LogTable {
  /** Answers the JSON of the entry's changes, empty when there are none. */
  append(run: RunId, entry: LogEntry): string;
  entry(run: RunId, index: number): LogEntry | undefined;
  /** At most `limit` entries from position `from` on. */
  entries(run: RunId, from: number, limit: number): readonly LogEntry[];
  /** The same without changes, which are not even read. */
  heads(run: RunId, from: number, limit: number): readonly LogHead[];
  /** What the entries after position `after` up to and with `to` wrote: all to `app`, some to others. */
  changes(run: RunId, app: AppName, after: number, to: number): readonly Change[];
  /** The first entry after position `at` that wrote to `app`, or the last before it. */
  changeBeside(run: RunId, app: AppName, at: number, way: 'on' | 'back'): number | undefined;
  /** The entries from position `from` up to and with `to` that may have changed what stands at `path` of `app`. */
  touching(run: RunId, app: AppName, path: Path, from: number, to: number): readonly Touching[];
}

/** An entry with what it wrote to one app. */
export interface Touching {
  readonly index: number;
  readonly changes: readonly Change[];
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function logTable(db: Database): LogTable {
  const insert = db.prepare<[number, number, string, string | null]>('INSERT INTO log VALUES (?, ?, ?, ?)');
  const select = db.prepare<
    [number, number, number],
    { position: number; body: string; changes: string | null }
  >('SELECT position, body, changes FROM log WHERE run = ? AND position >= ? ORDER BY position LIMIT ?');
  const selectHeads = db.prepare<
    [number, number, number],
    { position: number; body: string; changed: number }
  >(`
    SELECT position, body, changes IS NOT NULL AS changed FROM log
    WHERE run = ? AND position >= ? ORDER BY position LIMIT ?`);
  // Parsing costs more than looking, so rows that do not even name the app stay in the database.
  const selectChanges = db
    .prepare<[number, number, number, string], string>(
      `SELECT changes FROM log
       WHERE run = ? AND position > ? AND position <= ? AND instr(changes, ?) > 0 ORDER BY position`,
    )
    .pluck();

  const selectTouching = db.prepare<[number, number, number, string], { position: number; changes: string }>(`
    SELECT position, changes FROM log
    WHERE run = ? AND position >= ? AND position <= ? AND changes IS NOT NULL
      AND EXISTS (SELECT 1 FROM json_each(?) AS place WHERE instr(changes, place.value) > 0)
    ORDER BY position`);

  const changing = (beyond: '>' | '<', order: 'ASC' | 'DESC') =>
    db.prepare<[number, number, string], { position: number; changes: string }>(`
      SELECT position, changes FROM log
      WHERE run = ? AND position ${beyond} ? AND instr(changes, ?) > 0 ORDER BY position ${order} LIMIT 1`);
  const selectChanging = { on: changing('>', 'ASC'), back: changing('<', 'DESC') };

  const entries: LogTable['entries'] = (run, from, limit) =>
    select
      .all(numberOf(run), from, limit)
      .map(({ position, body, changes }) =>
        wholeOf<LogEntry>(position, body, `"changes":${changes ?? '[]'}`),
      );

  return {
    append: (run, entry) => {
      const { index, changes } = entry;
      const written = changes.length === 0 ? '' : JSON.stringify(changes);
      // Made by leaving fields out, a body costs half as much again.
      const body = JSON.stringify({ ...entry, index: undefined, changes: undefined });
      insert.run(numberOf(run), index, body, written || null);
      return written;
    },
    entry: (run, index) => entries(run, index, 1).find((entry) => entry.index === index),
    entries,
    heads: (run, from, limit) =>
      selectHeads
        .all(numberOf(run), from, limit)
        .map(({ position, body, changed }) => wholeOf<LogHead>(position, body, `"changed":${changed === 1}`)),
    changes: (run, app, after, to) => {
      const written = selectChanges.all(numberOf(run), after, to, `"app":${JSON.stringify(app)}`);
      return (JSON.parse(`[${written.join()}]`) as Change[][]).flat();
    },
    changeBeside: (run, app, at, way) => {
      const name = `"app":${JSON.stringify(app)}`;
      // What was written may hold the same text; the first row read is all but always the one.
      let row = selectChanging[way].get(numberOf(run), at, name);
      while (row !== undefined && !writesTo(app, row.changes))
        row = selectChanging[way].get(numberOf(run), row.position, name);
      return row?.position;
    },
    touching: (run, app, path, from, to) =>
      selectTouching
        .all(numberOf(run), from, to, JSON.stringify(placesAround(app, path)))
        .map(({ position, changes }) => ({
          index: position,
          changes: (JSON.parse(changes) as Change[]).filter((change) => change.app === app),
        })),
  };
}

const writesTo = (app: AppName, changes: string): boolean =>
  (JSON.parse(changes) as Change[]).some((change) => change.app === app);

/**
 * What the text of a change has in it that writes at `path` of `app`, above or below it. Positions in lists shift: from
 * the first of them on, any will do.
 */
function placesAround(app: AppName, path: Path): readonly string[] {
  const firm = path.findIndex((step) => typeof step === 'number');
  const keys = firm < 0 ? path : path.slice(0, firm);
  const textOf = (place: Path): string => `"app":${JSON.stringify(app)},"path":${JSON.stringify(place)}`;
  return [textOf(keys).slice(0, -1), ...keys.map((_key, depth) => textOf(keys.slice(0, depth)))];
}

/** Joined as text, so that one parse makes it all. Our own writer wrote it: it needs no check. */
const wholeOf = <Whole>(index: number, body: string, last: string): Whole =>
  JSON.parse(`{"index":${index},${body.slice(1, -1)},${last}}`) as Whole;
