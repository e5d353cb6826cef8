import type { ScenarioEvent } from '../model/event.ts';
import type { ValidationEntry } from '../model/log-entry.ts';

/**
 * Whether `event`, whose checks were last looked at with `last`, has not passed when a run ends while they still are. One
 * that only watches minefields, for as long as the run lasts, has.
 */
export function isUnfinished(event: ScenarioEvent, last: ValidationEntry | undefined): boolean {
  if (event.kind !== 'validation') return false;
  return event.timeout !== undefined || last === undefined || last.open.length > 0;
}
