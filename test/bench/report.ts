import type { Machine } from './machine.ts';
import type { AppReport } from './measure-apps.ts';
import type { JournalReport } from './measure-journal.ts';
import type { LoadReport } from './measure-load.ts';

/** All that one run of the bench has found. */
export interface Report {
  readonly date: string;
  readonly machine: Machine;
  readonly loads: readonly LoadReport[];
  readonly apps: readonly AppReport[];
  readonly journal: readonly JournalReport[];
}
