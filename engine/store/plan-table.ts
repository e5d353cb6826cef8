import type { PlanOutline, RunId } from '../model/index.ts';
import type { Database } from './database.ts';
import { jsonIn } from './json-in.ts';
import { stored, textOf, type Packing, type Stored } from './packing.ts';
import { numberOf } from './run-table.ts';

export const PLAN_SCHEMA = `
  CREATE TABLE plan (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT`;

/** Plans of many events are packed. */
export const PACKED_PLAN_SCHEMA = `
  ALTER TABLE plan RENAME TO plan_unpacked;
  CREATE TABLE plan (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json ANY NOT NULL
  ) STRICT;
  INSERT INTO plan SELECT * FROM plan_unpacked;
  DROP TABLE plan_unpacked`;

/** What runs were to do. */
export interface PlanTable {
  write(run: RunId, plan: PlanOutline): void;
  read(run: RunId): PlanOutline | undefined;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function planTable(db: Database, packing: Packing): PlanTable {
  const insert = db.prepare<[number, Stored]>('INSERT INTO plan VALUES (?, ?)');
  const select = db.prepare<[number], Stored>('SELECT json FROM plan WHERE run = ?').pluck();

  return {
    write: (run, plan) => void insert.run(numberOf(run), stored(packing, JSON.stringify(plan))),
    read: (run) => {
      const json = select.get(numberOf(run));
      return json === undefined ? undefined : (jsonIn(textOf(packing, json)) as PlanOutline);
    },
  };
}
