import type { OnFailure, ScenarioEvent } from '../model/event.ts';
import type { EventOutline } from '../model/event-outline.ts';
import type { Happening } from '../model/log-entry.ts';
import type { Outcome } from '../model/outcome.ts';
import type { RunMode } from '../model/run.ts';

/** Whether an action that came to `outcome` lets its successors go. */
export const actionReleases = ({ status }: Outcome, onFailure: OnFailure): boolean =>
  status === 'done' || (status === 'failed' && onFailure === 'continue');

/** Whether `event`, once its time has come, lets its successors go whatever comes of it. */
export const releasesSurely = (event: ScenarioEvent, mode: RunMode): boolean =>
  'action' in event &&
  event.onFailure === 'continue' &&
  (mode === 'oracle' || !event.oracle || event.scripted === true);

/** Whether `event` let its successors go with `entry`. What an agent validation comes to stands with other entries. */
export function releasesWith(
  { onFailure = 'continue' }: Pick<EventOutline, 'kind' | 'onFailure'>,
  entry: Happening,
): boolean {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return actionReleases(entry.outcome, onFailure);
    case 'condition':
      return entry.verdict === 'held';
    case 'validation':
      return entry.verdict === 'passed';
    case 'agent-validation':
    case 'stop':
      return false;
  }
}
