import type { AppName, Change, EntryHead, LogEntry, Path, RunId } from '../model/index.ts';
import type { Shape } from './changes-text.ts';
import type { Database } from './database.ts';
import type { FormTable } from './form-table.ts';
import { stored, type Packing, type Stored } from './packing.ts';
import { numberOf } from './run-table.ts';
import { damageAt } from './store-error.ts';
import { stretchesOf } from './stretch.ts';
import { unpackedStretches } from './unpacked-stretches.ts';
import type { WrittenBodies } from './written-bodies.ts';
import type { WrittenChanges } from './written-changes.ts';

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
export type LogHead = EntryHead & { readonly changed: boolean };

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
  /** Trusts nothing that was read: it may never have been written. */
  forget(): void;
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

/** Some entries of a stretch. */
interface Part {
  readonly bodies: WrittenBodies;
  /** Of the stretch's first entry. */
  readonly position: number;
  /** Of the first and the last of them in it. */
  readonly from: number;
  readonly to: number;
}

// Unpacking costs more than looking, so stretches that do not even name the app stay in the database.
const NAMES_APP = 'instr(coalesce(apps, changes), ?) > 0';

/** Prepares its statements once. The caller owns `db` and closes it. */
export function logTable(db: Database, packing: Packing, forms: FormTable): LogTable {
  const insert = db.prepare<[number, number, string, Stored, Stored | null, string | null]>(
    'INSERT INTO stretch VALUES (?, ?, ?, ?, ?, ?)',
  );
  const length = db
    .prepare<[number], number>(
      'SELECT position + length(changed) FROM stretch WHERE run = ? ORDER BY position DESC LIMIT 1',
    )
    .pluck();
  const naming = db
    .prepare<[run: number, from: number, to: number, app: string], number>(
      `SELECT position FROM stretch WHERE run = ? AND position BETWEEN ? AND ? AND ${NAMES_APP} ORDER BY position`,
    )
    .pluck();
  const beside = (beyond: '>' | '<', order: 'ASC' | 'DESC') =>
    db
      .prepare<[run: number, at: number, app: string], number>(
        `SELECT position FROM stretch WHERE run = ? AND position ${beyond} ? AND ${NAMES_APP}
         ORDER BY position ${order} LIMIT 1`,
      )
      .pluck();
  const namingBeside = { on: beside('>', 'ASC'), back: beside('<', 'DESC') };
  const stretches = unpackedStretches(db, packing, forms);

  /** What `read` answers for the part of each stretch that is in the range, in order. */
  const inParts = <Answer>(
    { run, from, to }: Range,
    read: (part: Part) => readonly Answer[],
  ): readonly Answer[] => {
    const found: Answer[] = [];
    // The first may begin before the range. Where one ends the next begins.
    let position = stretches.startOf(run, from);
    while (position <= to) {
      try {
        const bodies = stretches.bodies(run, position);
        if (bodies === undefined) break;
        const ends = { from: Math.max(0, from - position), to: Math.min(bodies.length - 1, to - position) };
        if (ends.from <= ends.to)
          for (const answer of read({ bodies, position, ...ends })) found.push(answer);
        position += bodies.length;
      } catch (thrown) {
        throw damageAt(placeOf(run, position), thrown);
      }
    }
    return found;
  };

  /** What `read` answers for each stretch of `range` that names `app`, in order. */
  const inNaming = <Answer>(
    app: AppName,
    { run, from, to }: Range,
    read: (changes: WrittenChanges, position: number) => readonly Answer[],
  ): readonly Answer[] =>
    naming.all(run, stretches.startOf(run, from), to, JSON.stringify(app)).flatMap((position) => {
      try {
        return read(stretches.changes(run, position), position);
      } catch (thrown) {
        throw damageAt(placeOf(run, position), thrown);
      }
    });

  const entries: LogTable['entries'] = (id, first, limit) => {
    const range = rangeOf(id, first, limit);
    return inParts(range, ({ bodies, position, from, to }) =>
      bodies.of(from, to, (place) => ({
        changes: bodies.hasChanged(place) ? stretches.changes(range.run, position).of(place, place) : [],
      })),
    );
  };

  return {
    append: (run, added) => {
      const id = numberOf(run);
      return stretchesOf(added, forms.tree(id)).flatMap(({ position, bodies, changes, lengths }) => {
        const [said, text] = [String(bodies), String(changes)];
        const written = text === '' ? null : stored(packing, text, said);
        const apps =
          typeof written === 'object' && written !== null ? JSON.stringify([...changes.apps]) : null;
        const changed = lengths.map((length) => (length === 0 ? '0' : '1')).join('');
        insert.run(id, position, changed, stored(packing, said), written, apps);
        return lengths;
      });
    },
    length: (run) => length.get(numberOf(run)) ?? 0,
    entry: (run, index) => entries(run, index, 1)[0],
    entries,
    heads: (run, first, limit) =>
      inParts(rangeOf(run, first, limit), ({ bodies, from, to }) =>
        bodies.of(from, to, (place) => ({ changed: bodies.hasChanged(place) })),
      ),
    changes: (run, app, after, to) =>
      inNaming(app, { run: numberOf(run), from: after + 1, to }, (changes, position) =>
        changes.of(after + 1 - position, to - position, app),
      ),
    changeBeside: (run, app, at, way) => {
      const id = numberOf(run);
      const range = way === 'on' ? { from: at + 1, to: Infinity } : { from: 0, to: at - 1 };
      const next = (beyond: number): number | undefined =>
        namingBeside[way].get(id, beyond, JSON.stringify(app));
      let position = next(way === 'on' ? stretches.startOf(id, at + 1) - 1 : at);
      for (; position !== undefined; position = next(position)) {
        const found = stretches
          .changes(id, position)
          .entries(range.from - position, range.to - position, (name) => name === app)
          .at(way === 'on' ? 0 : -1);
        if (found !== undefined) return position + found;
      }
      return undefined;
    },
    touching: (run, app, path, from, to) => {
      const firm = firmPartOf(path);
      return inNaming(app, { run: numberOf(run), from, to }, (changes, position) =>
        changes
          .entries(from - position, to - position, (name, other) => name === app && areRelated(firm, other))
          .map((place) => ({ index: position + place, changes: changes.of(place, place, app) })),
      );
    },
    forget: () => {
      stretches.forget();
      forms.forget();
    },
  };
}

const rangeOf = (run: RunId, from: number, limit: number): Range => ({
  run: numberOf(run),
  from,
  to: from + limit - 1,
});

/** A stretch, in a reader's words. */
const placeOf = (run: number, position: number): string => `run r${run}, entry ${position} or soon after`;

/** Positions in lists shift: from the first of them on, any will do. */
function firmPartOf(path: Path): Path {
  const shifting = path.findIndex((step) => typeof step === 'number');
  return shifting < 0 ? path : path.slice(0, shifting);
}

/** Whether one of two places is the other or within it. */
const areRelated = (one: Path, other: Shape[2]): boolean =>
  one.slice(0, other.length).every((step, depth) => step === other[depth]);
