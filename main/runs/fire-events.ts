import type { LogEntry } from '../../engine/model/index.ts';
import { WatchdogError } from '../scenario/watchdog.ts';
import type { PreparedRun } from './prepared-run.ts';

/**
 * Fires events of `run` for as long as `more` says so of the last, one at least, and adds what was logged to `fired`. Answers true when
 * the run came to its end. What the watchdog tears down is logged, and the run goes on.
 */
export function fireEvents(
  { environment, within }: Pick<PreparedRun, 'environment' | 'within'>,
  fired: LogEntry[],
  more: (entry: LogEntry) => boolean,
): boolean {
  try {
    return within(() => {
      for (;;) {
        const entry = environment.step();
        if (entry === undefined) return true;
        fired.push(entry);
        if (!more(entry)) return false;
      }
    });
  } catch (thrown) {
    if (!(thrown instanceof WatchdogError)) throw thrown;
    const entry = environment.abortEvent({ type: thrown.name, message: thrown.message });
    if (entry !== undefined) {
      fired.push(entry);
      more(entry);
    }
    return false;
  }
}
