import type { Tools } from '../apps/app.ts';
import type { Augmented } from '../model/augmentation.ts';
import type { ScenarioEvent } from '../model/event.ts';
import type { EventOutline, PlanOutline } from '../model/event-outline.ts';
import { own } from '../model/own.ts';
import type { Plan } from './plan.ts';

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
}: Plan): PlanOutline => ({
  start,
  duration,
  tick,
  ...(isPlain(augmentation) ? {} : { augmentation }),
  ...(tags.length === 0 ? {} : { tags }),
  ...(hints.length === 0 ? {} : { hints }),
  events: events.map((event) => outlineOfEvent(event, apps)),
});

const isPlain = ({ toolFailures, tools }: Augmented): boolean =>
  toolFailures === 0 && Object.keys(tools).length === 0;

/** Of a script's calls nobody has seen yet whether there are such apps and tools. */
const NONE: Tools<never> = {};
const UNKNOWN = { effect: undefined };

function outlineOfEvent(event: ScenarioEvent, apps: Plan['apps']): EventOutline {
  const { id, kind, timing, place, dormant } = event;
  const placed = { id, kind, timing, place, dormant };
  switch (event.kind) {
    case 'agent':
    case 'user':
    case 'environment': {
      const { action, oracle, onFailure, comparator, isNoise } = event;
      const { app, tool, args } = action;
      const { effect } = own(own(apps, app)?.tools ?? NONE, tool) ?? UNKNOWN;
      // Of these there are many, and spread out they would cost twice as much.
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
