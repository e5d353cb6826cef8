import type { Happened } from './fired.ts';
import type { Due } from './kernel/event-queue.ts';
import type { LogEntry } from './model/log-entry.ts';
import type { SimTime } from './model/time.ts';

/**
 * What has `happened` to an event at `time`, as the log keeps it. In whole literals: put together by spreads it costs a run
 * half its speed.
 */
export function entryOf(
  index: number,
  time: SimTime,
  { time: due, event: { id: event }, causes }: Due,
  happened: Happened,
): LogEntry {
  const { kind, outcome, changes } = happened;
  switch (kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { oracle, action, calls, waited } = happened;
      const entry = { index, time, due, event, causes, kind, oracle, action, calls, outcome, changes };
      return waited === undefined ? entry : { ...entry, waited };
    }
    case 'condition': {
      const { name, attempt, verdict } = happened;
      return { index, time, due, event, causes, kind, name, attempt, verdict, outcome, changes };
    }
    case 'validation':
    case 'agent-validation':
    case 'stop':
      return { index, time, due, event, causes, ...happened };
  }
}
