import { baselineTable, type BaselineTable } from './baseline-table.ts';
import type { Database } from './database.ts';
import { extrasTable, type ExtrasTable } from './extras-table.ts';
import { formTable } from './form-table.ts';
import { keyframeTable, type KeyframeTable } from './keyframe-table.ts';
import { logTable, type LogTable } from './log-table.ts';
import { neighbourTable, type NeighbourTable } from './neighbour-table.ts';
import { noteTable, type NoteTable } from './note-table.ts';
import { packedLogs, type PackedLogs } from './packed-log.ts';
import type { Packing } from './packing.ts';
import { planTable, type PlanTable } from './plan-table.ts';
import { runTable, type RunTable } from './run-table.ts';
import { searchTable, type SearchTable } from './search-table.ts';
import { sourceTable, type SourceTable } from './source-table.ts';
import { writingTable, type WritingTable } from './writing-table.ts';

/** Every table of the database. */
export interface Tables {
  readonly runs: RunTable;
  readonly log: LogTable;
  readonly keyframes: KeyframeTable;
  readonly packed: PackedLogs;
  readonly sources: SourceTable;
  readonly extras: ExtrasTable;
  readonly plans: PlanTable;
  readonly neighbours: NeighbourTable;
  readonly search: SearchTable;
  readonly notes: NoteTable;
  readonly baselines: BaselineTable;
  readonly writings: WritingTable;
}

/** The tables of `db`, which must have its schema. Each prepares its statements when it is first asked for. */
export function tablesOf(db: Database, packing: Packing): Tables {
  const tables: Tables = onDemand<Tables>({
    runs: () => runTable(db),
    log: () => logTable(db, packing, formTable(db)),
    keyframes: () => keyframeTable(db, packing),
    packed: () => packedLogs(db),
    sources: () => sourceTable(db),
    extras: () => extrasTable(db),
    plans: () => planTable(db, packing),
    neighbours: () => neighbourTable(db),
    search: () => searchTable(db, tables.log),
    notes: () => noteTable(db),
    baselines: () => baselineTable(db),
    writings: () => writingTable(db),
  });
  return tables;
}

/** What a process does not touch costs its start nothing. */
function onDemand<Parts extends object>(make: { readonly [Name in keyof Parts]: () => Parts[Name] }): Parts {
  const parts = {} as Parts;
  for (const name of Object.keys(make) as (keyof Parts)[])
    Object.defineProperty(parts, name, {
      configurable: true,
      get: () => {
        const value = make[name]();
        Object.defineProperty(parts, name, { value });
        return value;
      },
    });
  return parts;
}
