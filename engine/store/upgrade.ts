import type { Database } from './database.ts';

/**
 * Required columns that a later version of the schema added, as SQL expressions over the row of the earlier version, by
 * `table.column`. Other new columns are empty after an upgrade, new tables have no rows, and removed columns are not copied. Row
 * checksums are copied unchanged, so a version adds columns only at the end of the lists that checksums follow.
 */
const ADDED_COLUMNS: Readonly<Record<string, string>> = {};

/** Tables whose rows have a different form since a version. No release wrote the earlier form, so its rows are not copied. */
const TABLES_WITH_NEW_FORM: Readonly<Record<string, number>> = {
  content: 33,
  exchange: 33,
  prompt: 33,
  turn_exchange: 33,
};

/** Full-text tables that are not copied: entries are indexed again when a run is first searched. */
const LEFT_OUT_TABLES = /^(entry_argument|(entry|note)_text_\w+)$/;

/**
 * Copies the rows of the database of an earlier `version`, attached to `db` as `older`, into the empty tables of `db`. Reads
 * plain tables only, so that no code in the other database runs. Returns the number of requests to models that are not copied
 * because they have a different form.
 */
export function copyOlder(db: Database, version: number): number {
  const older = new Set(tablesIn(db, 'older'));
  // All or nothing is up to the caller, who has no use for half of a copy. One transaction is quicker than many.
  db.exec('BEGIN; PRAGMA defer_foreign_keys = ON');
  for (const table of tablesIn(db, 'main')) {
    if (!older.has(table) || LEFT_OUT_TABLES.test(table) || version < (TABLES_WITH_NEW_FORM[table] ?? 0))
      continue;
    const known = new Set(columnsOf(db, 'older', table));
    const added = (column: string): string | undefined => ADDED_COLUMNS[`${table}.${column}`];
    const columns = columnsOf(db, 'main', table).filter(
      (column) => known.has(column) || added(column) !== undefined,
    );
    const values = columns.map((column) => added(column) ?? column);
    db.exec(`INSERT INTO main.${table} (${columns.join()}) SELECT ${values.join()} FROM older.${table}`);
  }
  // Ids of what was deleted are never given again.
  db.exec(`
    DELETE FROM main.sqlite_sequence;
    INSERT INTO main.sqlite_sequence SELECT name, seq FROM older.sqlite_sequence;
    COMMIT`);
  if (version >= TABLES_WITH_NEW_FORM['exchange']! || !older.has('exchange')) return 0;
  return db.prepare<[], number>('SELECT count(*) FROM older.exchange').pluck().get()!;
}

const tablesIn = (db: Database, schema: 'main' | 'older'): readonly string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM ${schema}.sqlite_schema
       WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name NOT LIKE 'sqlite%'`,
    )
    .pluck()
    .all();

/** The columns that are stored. */
const columnsOf = (db: Database, schema: 'main' | 'older', table: string): readonly string[] =>
  db
    .prepare<[string, string], string>('SELECT name FROM pragma_table_xinfo(?, ?) WHERE hidden = 0')
    .pluck()
    .all(table, schema);
