import type { LogEntry } from '../../engine/model/index.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { counted, tell } from './print.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** How long events fire between two looks at what else there is to do. What they log is in memory till then. */
const SLICE_MILLISECONDS = 10;
const PROGRESS_MILLISECONDS = 500;

/** Fires events to the end, or until there are so `many`. Ctrl+C ends the run where it is; what was told of is on disk. */
export const drive = (live: LiveRun, many = Infinity): Promise<void> =>
  untilInterrupted(async (quitting) => {
    let written = 0;
    let told = performance.now();
    while (!live.over && written < many && !quitting.aborted) {
      const now = performance.now();
      const more = ({ index }: LogEntry): boolean =>
        index + 1 < many && performance.now() < now + SLICE_MILLISECONDS;
      written += live.advance(more).length;
      if (now - told > PROGRESS_MILLISECONDS) {
        told = now;
        tell(`${counted(written, 'entry', 'entries')} on disk`);
      }
      await new Promise(setImmediate);
    }
    if (quitting.aborted && !live.over) live.abandon(String(quitting.reason));
  });
