import { isLiteral } from '../kernel/results.ts';
import type { Amendment } from '../model/amendment.ts';
import type { ScenarioEvent } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import type { Plan } from './plan.ts';
import { ScenarioError } from './scenario-error.ts';

/**
 * `plan` with what `amendments` say of its events. What they say of moments is the environment's.
 *
 * @throws {ScenarioError} for an event that the plan does not have, or that is no action.
 */
export function amend(plan: Plan, amendments: readonly Amendment[]): Plan {
  const changed = new Map<EventId, ScenarioEvent>();
  const events = new Map(plan.events.map((event) => [event.id, event]));
  for (const amendment of amendments) {
    if (amendment.kind !== 'argument' && amendment.kind !== 'leave-out') continue;
    const event = changed.get(amendment.event) ?? events.get(amendment.event);
    changed.set(amendment.event, amended(event, amendment));
  }
  return changed.size === 0
    ? plan
    : { ...plan, events: plan.events.map((event) => changed.get(event.id) ?? event) };
}

function amended(
  event: ScenarioEvent | undefined,
  amendment: Amendment & { kind: 'argument' | 'leave-out' },
): ScenarioEvent {
  if (event === undefined || !('action' in event))
    throw new ScenarioError([
      {
        severity: 'error',
        message: `${amendment.event}: found ${event?.kind ?? 'no such event'}, wanted an action that the scenario plans`,
        place: event?.place,
      },
    ]);
  if (amendment.kind === 'leave-out') return { ...event, leftOut: true };
  const { app, tool, args: planned } = event.action;
  const args = { ...planned, [amendment.name]: amendment.value };
  return { ...event, action: { app, tool, args }, literal: isLiteral(args) };
}
