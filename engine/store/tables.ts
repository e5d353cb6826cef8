import { baselineTable, type BaselineTable } from './baseline-table.ts';
import type { Database } from './database.ts';
import { extrasTable, type ExtrasTable } from './extras-table.ts';
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

/** Prepares all statements once; the database must have its schema. */
export function tablesOf(db: Database, packing: Packing): Tables {
  const log = logTable(db, packing);
  return {
    runs: runTable(db),
    log,
    keyframes: keyframeTable(db, packing),
    packed: packedLogs(db),
    sources: sourceTable(db),
    extras: extrasTable(db),
    plans: planTable(db, packing),
    neighbours: neighbourTable(db),
    search: searchTable(db, log),
    notes: noteTable(db),
    baselines: baselineTable(db),
    writings: writingTable(db),
  };
}
