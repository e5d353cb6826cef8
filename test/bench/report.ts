import type { Machine } from './machine.ts';
import type { JournalReport } from './measure-journal.ts';
import type { LoadReport } from './measure-load.ts';

/** All that one run of the bench has found. */
export interface Report {
  readonly date: string;
  readonly machine: Machine;
  readonly loads: readonly LoadReport[];
  readonly journal: readonly JournalReport[];
}
