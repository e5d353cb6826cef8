import vm from 'node:vm';
import { OrreryError } from '../../../engine/index.ts';
import { TIMED_OUT } from '../../../engine/model/index.ts';

/** Scenario code did not come back in time and was torn down where it was. */
export class WatchdogError extends OrreryError {
  override readonly name = TIMED_OUT;
  readonly code = 'watchdog';

  constructor(limit: number) {
    super(
      `scenario code ran for ${(limit / 1000).toLocaleString('en-US')} seconds without end and was stopped, ` +
        'wanted code that answers at once; a regular expression or a call that never ends does this',
    );
  }
}

/**
 * Answers a function that calls `work` and tears it down after `limit` milliseconds, whatever it is doing: no `catch` or
 * `finally` within it runs then.
 *
 * @throws {WatchdogError} when that happens; what `work` throws goes through. A call within a call adds no limit.
 */
export function watchdog(context: vm.Context, limit: number): <Answer>(work: () => Answer) => Answer {
  const script = new vm.Script('$enter()');
  let inside = false;
  let enter: (() => void) | undefined;
  Object.defineProperty(context, '$enter', {
    value: () => {
      const once = enter;
      enter = undefined;
      once?.();
    },
  });

  return (work) => {
    if (inside) return work();
    const answers: ReturnType<typeof work>[] = [];
    enter = () => void answers.push(work());
    inside = true;
    try {
      script.runInContext(context, { timeout: limit, displayErrors: false });
    } catch (error) {
      throw isTimeout(error) ? new WatchdogError(limit) : error;
    } finally {
      inside = false;
    }
    return answers[0]!;
  };
}

/** It may be of the realm that was torn down, and so no `Error` of ours, or throw itself when it is looked at. */
function isTimeout(error: unknown): boolean {
  try {
    return (error as { readonly code?: unknown } | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
  } catch {
    return false;
  }
}
