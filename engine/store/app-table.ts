import type { AppSummary } from '../model/index.ts';
import { type Crc32, newKey, readTextColumn, RowChecksum, textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { readAt } from './errors.ts';

/** The apps of runs. Changes and snapshots refer to an app by its key in this table. Runs are given by their keys, too. */
export interface AppTable {
  /** Adds the apps listed by a new run. Returns their checksum. */
  insert(run: number, apps: readonly AppSummary[]): number;
  /** The apps listed by the run, in order, with their checksum. */
  list(run: number): { readonly listed: readonly AppSummary[]; readonly checksum: number };
  /** All apps of a run by key, including apps that only its log names. */
  names(run: number): ReadonlyMap<number, string>;
  /** The key of an app; `undefined` when neither the run nor its log names it. */
  keyOf(run: number, name: string): number | undefined;
  /** Like `keyOf`, but adds an unknown app, unlisted. */
  keyOfNew(run: number, name: string): number;
  /** The key of the run of the app with this key. */
  runOf(key: number): number | undefined;
  /** The run and the app with this key, as text for a message. */
  placeOf(key: number): string;
  /** Clears caches after a failed transaction: cached rows may not exist. */
  forget(): void;
}

type AppRow = readonly [id: number, run: number, name: string, class_: string | null, known: number | null];

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function appTable(db: Database, crc32: Crc32): AppTable {
  const checksum = new RowChecksum(crc32);
  const insert = db.prepare<[number, string, string | null, number | null]>(
    'INSERT INTO app (run, name, class, known, checksum) VALUES (?, ?, ?, ?, 0)',
  );
  const seal = db.prepare<[number, number]>('UPDATE app SET checksum = ? WHERE id = ?');
  const all = db
    .prepare<[number], [...AppRow, checksum: number]>(
      'SELECT id, run, name, class, known, checksum FROM app WHERE run = ? ORDER BY id',
    )
    .raw();
  const one = db
    .prepare<[number], [run: number, name: string]>('SELECT run, name FROM app WHERE id = ?')
    .raw();
  /** The keys of the apps of the last read run, by name. */
  let keys = new Map<string, number>();
  let keysOf: number | undefined;

  const add = (run: number, name: string, class_: string | null, known: number | null): AppRow => {
    const column = textColumn(name);
    const id = newKey(insert.run(run, column, class_, known).lastInsertRowid);
    const row = [id, run, column, class_, known] as const;
    seal.run(checksum.of(row), id);
    return row;
  };
  const rowsOf = (run: number): readonly AppRow[] =>
    all.all(run).map((row) => {
      readAt(
        () => `run r${run}, app ${row[0]}`,
        () => {
          checksum.check(row, row.length - 1, row[5]);
        },
      );
      return row.slice(0, -1) as unknown as AppRow;
    });
  const remember = (run: number, rows: readonly AppRow[]): void => {
    keys = new Map(rows.map(([id, , name]) => [readTextColumn(name), id] as const).reverse());
    keysOf = run;
  };
  const find = (run: number, app: string): number | undefined => {
    if (run !== keysOf) remember(run, rowsOf(run));
    return keys.get(app);
  };

  return {
    insert: (run, apps) => {
      const rows = apps.map((app) => add(run, app.name, textColumn(app.class), Number(app.known)));
      remember(run, rows);
      return crc32(JSON.stringify(rows));
    },
    list: (run) => {
      const rows = rowsOf(run).filter(([, , , class_]) => class_ !== null);
      return {
        listed: rows.map(([, , name, class_, known]) => ({
          name: readTextColumn(name) as AppSummary['name'],
          class: readTextColumn(class_!),
          known: known === 1,
        })),
        checksum: crc32(JSON.stringify(rows)),
      };
    },
    names: (run) => new Map(rowsOf(run).map(([id, , name]) => [id, readTextColumn(name)])),
    keyOf: find,
    keyOfNew: (run, app) => {
      const known = find(run, app);
      if (known !== undefined) return known;
      const [added] = add(run, app, null, null);
      keys.set(app, added);
      return added;
    },
    runOf: (app) => one.get(app)?.[0],
    placeOf: (app) => {
      const [run, name] = one.get(app) ?? [];
      return run === undefined ? `app ${app}` : `run r${run}, app "${readTextColumn(name!)}"`;
    },
    forget: () => {
      keysOf = undefined;
    },
  };
}
