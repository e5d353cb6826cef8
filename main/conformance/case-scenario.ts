import { comparatorOf, isScenario, type Scenario } from '../../engine/index.ts';
import { scenario, seconds, type AppInstance } from '../../engine/scenario/index.ts';
import type { Past } from '../../engine/model/event.ts';
import type { ActionEntry } from '../../engine/model/log-entry.ts';
import type { SimTime } from '../../engine/model/time.ts';
import { actors } from './case-apps.ts';
import type { Case, CaseEvent } from './case-file.ts';
import { checkKey } from './check-key.ts';
import { isoText } from './iso-text.ts';
import type { Listing } from './listing.ts';
import { holds } from './predicate.ts';
import type { Predicate } from './predicate-schema.ts';
import type { Wired } from './wiring.ts';

/** What an author's words for a case's events need. */
export interface Declaring {
  readonly spec: Case;
  readonly start: SimTime;
  readonly wired: ReadonlyMap<string, Wired>;
  readonly listing: Listing;
}

/** The case as a scenario: an app for each app, an event for each event. */
export function scenarioOf(apps: Record<string, AppInstance>, declaring: Declaring): Scenario {
  const { spec, start, wired } = declaring;
  const { config } = spec;
  const duration = config.duration === undefined ? 60 : config.duration;
  const made = scenario({
    name: spec.name,
    start: isoText(start),
    ...(duration === null || config.loop === 'script' ? {} : { duration: seconds(duration) }),
    tick: seconds(config.time_increment),
    pacing: config.loop === 'time' ? 'by-tick' : 'by-event',
    endsWhenIdle: config.exit_when_no_events,
    apps: () => apps,
    events(captured, authoring) {
      const byKey = new Map(spec.events.map((event) => [event.id, event]));
      const declared = new Map(
        [...wired.keys()].map((key) => [key, declare(byKey.get(key)!, captured, authoring, declaring)]),
      );
      for (const key of spec.schedule ?? []) known(declared, key);
      for (const { id, at } of spec.events) {
        const event = declared.get(id)!;
        const { after, delay } = wired.get(id)!;
        if (after.length > 0)
          event.after(
            after.map((key) => known(declared, key)),
            seconds(delay ?? 0),
          );
        else if (delay !== undefined) event.at(seconds(delay));
        if (at !== undefined) event.at(isoText(((start as number) + at * 1e6) as SimTime));
        if (after.length === 0 && spec.schedule?.includes(id) === false) event.dormant();
      }
    },
  });
  if (!isScenario(made)) throw new TypeError('found no scenario');
  return made;
}

function known<One>(declared: ReadonlyMap<string, One>, key: string): One {
  const one = declared.get(key);
  if (one === undefined) throw new RangeError(`found "${key}", wanted an event of the case`);
  return one;
}

type Words = Parameters<Parameters<typeof scenario<Record<string, AppInstance>>>[0]['events']>;
type Declared = ReturnType<Words[1]['stop']>;

/** A question about the world, with or without an action of the agent's. */
type Asking = (states: object, past: Past, action?: ActionEntry) => boolean;

function declare(
  event: CaseEvent,
  apps: Words[0],
  authoring: Words[1],
  { start, listing }: Declaring,
): Declared {
  const id = event.event_id ?? event.id;
  const question =
    (predicate: Predicate): Asking =>
    (states, past, action) =>
      holds(predicate, { states, past, start, listing, ...(action === undefined ? {} : { action }) });
  const named = (predicates: readonly Predicate[]): Record<string, Asking> =>
    Object.fromEntries(predicates.map((one, at) => [checkKey(at, predicates), question(one)]));

  switch (event.kind) {
    case 'event':
    case 'oracle': {
      const { app, tool, args, type, build } = event;
      const tools = apps[app];
      if (tools === undefined) throw new RangeError(`found the app "${app}", wanted one of the case`);
      const call = tools[tool] as (args: object) => ReturnType<Words[1]['oracle']>;
      const action = call(args).by(actors[type]).id(id);
      if (build === 'from_function') action.unchecked();
      if (event.kind === 'event') return action;
      const expected = comparatorOf(event.comparator);
      return authoring.oracle(expected === undefined ? action : action.expectedTime(expected));
    }
    case 'condition': {
      const condition = authoring.condition(event.when.name ?? event.id, question(event.when)).id(id);
      const { every, timeout } = pollingOf(event);
      condition.every(every);
      return timeout === undefined || timeout === null ? condition : condition.timeout(timeout);
    }
    case 'validation': {
      const { milestones, minefields } = event;
      const { every, timeout } = pollingOf(event);
      const validation = authoring.validation({
        milestones: named(milestones),
        minefields: named(minefields),
      });
      validation.id(id).every(every);
      return timeout === null ? validation.untilTheEnd() : validation.timeout(timeout);
    }
    case 'agent_validation': {
      const { milestones, minefields } = event;
      const { timeout } = pollingOf(event);
      const watch = authoring.agentValidation({
        milestones: named(milestones),
        minefields: named(minefields),
      });
      watch.id(id);
      return timeout === undefined || timeout === null ? watch : watch.timeout(timeout);
    }
    case 'stop':
      return authoring.stop().id(id);
  }
}

type Polled = Extract<CaseEvent, { kind: 'condition' | 'validation' | 'agent_validation' }>;

/** How often and how long is looked. What is said with the wiring counts where the event is wired. */
function pollingOf<Event extends Polled>(event: Event): { every: number; timeout: Event['timeout'] } {
  const { timeout, after, delay } = event;
  const every = 'every' in event ? event.every : 1;
  if (after === undefined && delay === undefined) return { every, timeout };
  return { every: event.depends_every ?? every, timeout: event.depends_timeout ?? timeout };
}
