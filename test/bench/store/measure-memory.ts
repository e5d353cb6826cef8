import { loads, planFor } from '../loads.ts';
import { runRecorded } from '../runs.ts';
import { sweep } from '../sample.ts';
import { inDatabase } from './in-database.ts';

/** What a run takes of the memory while it is recorded, MiB: conditions, which need no plan of their length. */
export interface MemoryReport {
  readonly entries: number;
  /** What is still on the heap when its last entry is written, beyond what was before the first. */
  readonly heap: number;
  /** The most that the process took of the system, with Node itself and the compiled code. */
  readonly most: number;
}

const MIB = 2 ** 20;

export const measureMemory = (entries: number): MemoryReport =>
  inDatabase((store) => {
    const plan = planFor(loads.polled(entries));
    sweep();
    const before = process.memoryUsage().heapUsed;
    let heap = 0;
    runRecorded(plan, store, {
      written: () => {
        sweep();
        heap = process.memoryUsage().heapUsed - before;
      },
    });
    return { entries, heap: heap / MIB, most: process.resourceUsage().maxRSS / 1024 };
  });
