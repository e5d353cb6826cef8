import type Database from 'better-sqlite3';

/** Every row of every table, to hold against another moment's. */
export function tablesOf(db: Database.Database): Readonly<Record<string, readonly unknown[]>> {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  return Object.fromEntries(names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
}
