import type { LiveRun } from '../runs/live-run.ts';
import { counted, tell } from './print.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** How long events fire between two looks at what else there is to do. What they log is in memory till then. */
const SLICE_MILLISECONDS = 10;
const PROGRESS_MILLISECONDS = 500;

/** Fires events to the end. Ctrl+C ends the run where it is; what was told of is on disk. */
export const drive = (live: LiveRun): Promise<void> =>
  untilInterrupted(async (quitting) => {
    let written = 0;
    let told = performance.now();
    while (!live.over && !quitting.aborted) {
      const now = performance.now();
      written += live.advance(() => performance.now() < now + SLICE_MILLISECONDS).length;
      if (now - told > PROGRESS_MILLISECONDS) {
        told = now;
        tell(`${counted(written, 'entry', 'entries')} on disk`);
      }
      await new Promise(setImmediate);
    }
    if (!live.over) live.abandon(String(quitting.reason));
  });
