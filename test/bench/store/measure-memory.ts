import { loads, planFor } from '../loads.ts';
import { runRecorded } from '../runs.ts';
import { sweep } from '../sample.ts';
import { inDatabase } from './in-database.ts';

/** The memory of a run while it is recorded, in MiB. The run consists of conditions, which need only a short plan. */
export interface MemoryReport {
  readonly entries: number;
  /** The heap growth from before the first entry until after the last is written. */
  readonly heap: number;
  /** The highest memory use of the process, including Node itself and compiled code. */
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
