import type { ScenarioEvent } from '../model/event.ts';
import type { LogEntry } from '../model/log-entry.ts';

/**
 * Whether `event`, whose last check was `last`, has not passed when a run ends while it is still being checked. One that
 * only watches minefields, for as long as the run lasts, has.
 */
export function isUnfinished(event: ScenarioEvent, last: LogEntry | undefined): boolean {
  if (event.kind !== 'validation') return false;
  return event.timeout !== undefined || last?.kind !== 'validation' || last.open.length > 0;
}
