import type { LiveRun } from '../runs/live-run.ts';
import { counted, tell } from './print.ts';

/** How long events fire between two looks at what else there is to do. */
const SLICE_MILLISECONDS = 50;
const PROGRESS_MILLISECONDS = 500;

/** Fires events to the end. Ctrl+C ends the run where it is; what was told of is on disk. */
export async function drive(live: LiveRun): Promise<void> {
  let written = 0;
  let told = performance.now();
  const quitting = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    quitting.abort(`It was interrupted by ${signal}.`);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  while (!live.over) {
    const now = performance.now();
    written += live.advance(() => performance.now() < now + SLICE_MILLISECONDS).length;
    if (now - told > PROGRESS_MILLISECONDS) {
      told = now;
      tell(`${counted(written, 'entry', 'entries')} on disk`);
    }
    await new Promise(setImmediate);
    if (quitting.signal.aborted) break;
  }
  if (!live.over) live.abandon(String(quitting.signal.reason));
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
}
