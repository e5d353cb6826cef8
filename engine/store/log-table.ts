import type { Change, Path } from '../model/change.ts';
import type { AppName, RunId } from '../model/ids.ts';
import type { Happening, LogEntry } from '../model/log-entry.ts';
import type { Database } from './database.ts';
import { stored, textOf, type Packing, type Stored } from './packing.ts';
import { numberOf } from './run-table.ts';
import { stretchesOf } from './stretch.ts';

/** What stretches were made of: a row for each entry. */
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

/** Runs' logs. Entries are added at the end and never altered. */
export interface LogTable {
  /** Writes entries that follow one another. Answers how many characters the changes of each take, as JSON. */
  append(run: RunId, entries: readonly LogEntry[]): readonly number[];
  /** How many entries there are. */
  length(run: RunId): number;
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

/** Which entries of which run; both ends count. */
interface Range {
  readonly run: number;
  readonly from: number;
  readonly to: number;
}

/** What a stretch is read for: all it says of its entries, that for lists, and that for states. */
interface Row {
  readonly position: number;
  readonly bodies: Stored;
  readonly changes: Stored | null;
}
interface Head {
  readonly position: number;
  readonly bodies: Stored;
  readonly changed: string;
}
interface Written {
  readonly position: number;
  readonly changes: Stored;
}

/** One entry's line of a stretch. */
interface Line {
  readonly index: number;
  readonly text: string;
}

/** The stretches of a range, the first of which may begin before it. */
const IN_RANGE = `
  run = @run AND position <= @to
  AND position >= coalesce((SELECT max(position) FROM stretch WHERE run = @run AND position <= @from), 0)`;
// Unpacking costs more than looking, so stretches that do not even name the app stay in the database.
const NAMES_APP = 'instr(coalesce(apps, changes), @app) > 0';

/** Prepares its statements once. The caller owns `db` and closes it. */
export function logTable(db: Database, packing: Packing): LogTable {
  const insert = db.prepare<[number, number, string, Stored, Stored | null, string | null]>(
    'INSERT INTO stretch VALUES (?, ?, ?, ?, ?, ?)',
  );
  const length = db
    .prepare<[number], number>(
      'SELECT position + length(changed) FROM stretch WHERE run = ? ORDER BY position DESC LIMIT 1',
    )
    .pluck();
  const start = db
    .prepare<[number, number], number | null>(
      'SELECT max(position) FROM stretch WHERE run = ? AND position <= ?',
    )
    .pluck();
  const select = db.prepare<[Range], Row>(
    `SELECT position, bodies, changes FROM stretch WHERE ${IN_RANGE} ORDER BY position`,
  );
  const selectHeads = db.prepare<[Range], Head>(
    `SELECT position, bodies, changed FROM stretch WHERE ${IN_RANGE} ORDER BY position`,
  );
  const selectWritten = db.prepare<[Range & { app: string }], Written>(
    `SELECT position, changes FROM stretch WHERE ${IN_RANGE} AND ${NAMES_APP} ORDER BY position`,
  );
  const beside = (beyond: '>' | '<', order: 'ASC' | 'DESC') =>
    db.prepare<[{ run: number; at: number; app: string }], Written>(
      `SELECT position, changes FROM stretch
       WHERE run = @run AND position ${beyond} @at AND ${NAMES_APP} ORDER BY position ${order} LIMIT 1`,
    );
  const selectBeside = { on: beside('>', 'ASC'), back: beside('<', 'DESC') };

  const linesOf = (position: number, column: Stored, { from, to }: Pick<Range, 'from' | 'to'>) => {
    const first = Math.max(from, position);
    return textOf(packing, column)
      .split('\n')
      .slice(first - position, Math.max(0, to + 1 - position))
      .map((text, nth): Line => ({ index: first + nth, text }));
  };

  /** The changes of the entries of `range` that may have written to `app`, in order, as JSON. */
  const writtenTo = (app: AppName, range: Range): readonly Line[] =>
    selectWritten
      .all({ ...range, app: JSON.stringify(app) })
      .flatMap(({ position, changes }) => linesOf(position, changes, range))
      .filter(({ text }) => text.includes(`"app":${JSON.stringify(app)}`));

  const entries: LogTable['entries'] = (run, from, limit) => {
    const range = rangeOf(run, from, limit);
    return select.all(range).flatMap(({ position, bodies, changes }) => {
      const written = changes === null ? [] : linesOf(position, changes, range);
      return linesOf(position, bodies, range).map(({ index, text }, nth) =>
        wholeOf<LogEntry>(index, text, `"changes":${written[nth]?.text || '[]'}`),
      );
    });
  };

  return {
    append: (run, added) =>
      stretchesOf(added).flatMap(({ position, bodies, changes, apps }) => {
        const written = apps.size === 0 ? null : stored(packing, changes.join('\n'));
        insert.run(
          ...([numberOf(run), position] as const),
          changes.map((text) => (text === '' ? '0' : '1')).join(''),
          stored(packing, bodies.join('\n')),
          written,
          typeof written === 'object' && written !== null ? JSON.stringify([...apps]) : null,
        );
        return changes.map((text) => text.length);
      }),
    length: (run) => length.get(numberOf(run)) ?? 0,
    entry: (run, index) => entries(run, index, 1)[0],
    entries,
    heads: (run, from, limit) => {
      const range = rangeOf(run, from, limit);
      return selectHeads
        .all(range)
        .flatMap(({ position, changed, bodies }) =>
          linesOf(position, bodies, range).map(({ index, text }) =>
            wholeOf<LogHead>(index, text, `"changed":${changed[index - position] === '1'}`),
          ),
        );
    },
    changes: (run, app, after, to) => {
      const texts = writtenTo(app, { run: numberOf(run), from: after + 1, to }).map(({ text }) => text);
      return (JSON.parse(`[${texts.join()}]`) as Change[][]).flat();
    },
    changeBeside: (run, app, at, way) => {
      const id = numberOf(run);
      const range = way === 'on' ? { from: at + 1, to: Infinity } : { from: 0, to: at - 1 };
      const next = (beyond: number): Written | undefined =>
        selectBeside[way].get({ run: id, at: beyond, app: JSON.stringify(app) });
      let row = next(way === 'on' ? (start.get(id, at + 1) ?? 0) - 1 : at);
      for (; row !== undefined; row = next(row.position)) {
        const lines = linesOf(row.position, row.changes, range);
        const found = (way === 'on' ? lines : lines.toReversed()).find(({ text }) => writesTo(app, text));
        if (found !== undefined) return found.index;
      }
      return undefined;
    },
    touching: (run, app, path, from, to) => {
      const places = placesAround(app, path);
      return writtenTo(app, { run: numberOf(run), from, to })
        .filter(({ text }) => places.some((place) => text.includes(place)))
        .map(({ index, text }) => ({
          index,
          changes: (JSON.parse(text) as Change[]).filter((change) => change.app === app),
        }));
    },
  };
}

const rangeOf = (run: RunId, from: number, limit: number): Range => ({
  run: numberOf(run),
  from,
  to: from + limit - 1,
});

/** What was written may hold the name of an app as well. */
const writesTo = (app: AppName, changes: string): boolean =>
  changes.includes(`"app":${JSON.stringify(app)}`) &&
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
