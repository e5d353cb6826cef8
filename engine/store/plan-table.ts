import type { PlanOutline } from '../model/event-outline.ts';
import type { RunId } from '../model/ids.ts';
import type { Database } from './database.ts';
import { numberOf } from './run-table.ts';

export const PLAN_SCHEMA = `
  CREATE TABLE plan (
    run  INTEGER PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
    json TEXT NOT NULL
  ) STRICT`;

/** What runs were to do. */
export interface PlanTable {
  write(run: RunId, plan: PlanOutline): void;
  read(run: RunId): PlanOutline | undefined;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function planTable(db: Database): PlanTable {
  const insert = db.prepare<[number, string]>('INSERT INTO plan VALUES (?, ?)');
  const select = db.prepare<[number], string>('SELECT json FROM plan WHERE run = ?').pluck();

  return {
    write: (run, plan) => void insert.run(numberOf(run), JSON.stringify(plan)),
    read: (run) => {
      const json = select.get(numberOf(run));
      return json === undefined ? undefined : (JSON.parse(json) as PlanOutline);
    },
  };
}
