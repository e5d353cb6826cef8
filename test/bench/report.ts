import type { Machine } from './machine.ts';
import type { AppReport } from './measure-apps.ts';
import type { JournalReport } from './measure-journal.ts';
import type { LoadReport } from './measure-load.ts';

/** All results of one run of the bench. */
export interface Report {
  readonly date: string;
  readonly machine: Machine;
  readonly loads: readonly LoadReport[];
  readonly apps: readonly AppReport[];
  readonly journal: readonly JournalReport[];
}
