import {
  type ActionEvent,
  type Intervention,
  type AugmentationSettings,
  type EventId,
  type EventOutline,
  hasNoReferences,
  getOwn,
  type PlanOutline,
  type ScenarioEvent,
} from '../model/index.ts';
import type { Plan, PlanData, Tools } from '../world/index.ts';
import { ScenarioError } from './scenario.ts';

/** The data of `plan`, with its outline. */
export const planData = (plan: Plan | PlanData): PlanData =>
  'outline' in plan ? plan : { ...plan, outline: outlineOf(plan) };

/** `plan` as data. */
export const outlineOf = ({
  start,
  duration,
  tick,
  apps,
  events,
  augmentation,
  tags,
  hints,
  judging,
  turnRule,
}: Plan): PlanOutline => ({
  start,
  duration,
  tick,
  ...(isPlain(augmentation) ? {} : { augmentation }),
  ...(tags.length === 0 ? {} : { tags }),
  ...(hints.length === 0 ? {} : { hints }),
  ...(judging === undefined ? {} : { judging }),
  ...(turnRule === undefined ? {} : { turnRule }),
  events: events.map((event) => outlineOfEvent(event, apps)),
});

const isPlain = ({ toolFailures, tools }: AugmentationSettings): boolean =>
  toolFailures === 0 && Object.keys(tools).length === 0;

/** Before planning, the calls of a script may name apps and tools that do not exist. */
const NO_TOOLS: Tools<never> = {};
const UNKNOWN_EFFECT = { effect: undefined };

function outlineOfEvent(event: ScenarioEvent, apps: Plan['apps']): EventOutline {
  const { id, kind, timing, place, dormant } = event;
  const placed = { id, kind, timing, place, dormant };
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { action, oracle, onFailure, comparator, isNoise, planned } = event;
      const { app, tool, args } = action;
      const { effect } = getOwn(getOwn(apps, app)?.tools ?? NO_TOOLS, tool) ?? UNKNOWN_EFFECT;
      // Written out without a spread: a plan has many actions, and a spread would make each twice as expensive.
      const called = { app, tool, args };
      return {
        id,
        kind,
        timing,
        place,
        dormant,
        action: called,
        effect,
        oracle,
        onFailure,
        comparator,
        isNoise,
        planned,
      };
    }
    case 'condition':
      return { ...placed, name: event.name, every: event.every, timeout: event.timeout };
    case 'validation':
      return { ...placed, every: event.every, timeout: event.timeout };
    case 'agent-validation':
      return { ...placed, timeout: event.timeout };
    case 'stop':
      return placed;
  }
}

/**
 * `plan` with the changes to its events in `interventions`. The environment applies the other interventions.
 * @throws {ScenarioError} for an event that is not in the plan, or is not an action.
 */
export function applyInterventions(plan: Plan, interventions: readonly Intervention[]): Plan {
  const changed = new Map<EventId, ScenarioEvent>();
  const events = new Map(plan.events.map((event) => [event.id, event]));
  for (const intervention of interventions) {
    if (intervention.kind !== 'argument' && intervention.kind !== 'leave-out') continue;
    const event = changed.get(intervention.event) ?? events.get(intervention.event);
    changed.set(intervention.event, amendEvent(event, intervention));
  }
  return changed.size === 0
    ? plan
    : { ...plan, events: plan.events.map((event) => changed.get(event.id) ?? event) };
}

/** The scenario's own plan for an oracle event that a script or a branch replaces. */
export const plannedBy = (event: ActionEvent): NonNullable<ActionEvent['planned']> => {
  const { timing, action, comparator, planned } = event;
  return planned ?? { timing, action, ...(comparator && { comparator }) };
};

function amendEvent(
  event: ScenarioEvent | undefined,
  intervention: Intervention & { kind: 'argument' | 'leave-out' },
): ScenarioEvent {
  if (event === undefined || !('action' in event))
    throw new ScenarioError([
      {
        severity: 'error',
        message: `"${intervention.event}" is ${event === undefined ? 'no event of the scenario' : `a ${event.kind}`}. Only planned actions can be changed.`,
        place: event?.place,
      },
    ]);
  if (intervention.kind === 'leave-out') return { ...event, leftOut: true };
  const { app, tool, args: planned } = event.action;
  const args = { ...planned, [intervention.name]: intervention.value };
  return {
    ...event,
    action: { app, tool, args },
    literal: hasNoReferences(args),
    ...(event.oracle && { planned: plannedBy(event) }),
  };
}
