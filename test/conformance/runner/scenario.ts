import { parseComparator } from '../../../engine/are/index.ts';
import { isScenario, type Scenario } from '../../../engine/index.ts';
import type { Past } from '../../../engine/model/event.ts';
import type { ActionEntry } from '../../../engine/model/log-entry.ts';
import type { SimTime } from '../../../engine/model/values/time.ts';
import { type AppInstance, scenario, seconds } from '../../../engine/scenario/orrery.ts';
import { actors } from './apps.ts';
import type { Case, CaseEvent, Predicate } from './case-file.ts';
import type { Listing } from './log.ts';
import { checkKey, holds } from './predicates.ts';

/** The parts of a case that its events are declared from. */
interface Declaring {
  readonly spec: Case;
  readonly start: SimTime;
  readonly wired: ReadonlyMap<string, Wired>;
  readonly listing: Listing;
}

/** Turns a case into a scenario. */
export function scenarioOf(apps: Record<string, AppInstance>, declaring: Declaring): Scenario {
  const { spec, start, wired } = declaring;
  const { config } = spec;
  const duration = config.duration === undefined ? 60 : config.duration;
  const made = scenario({
    name: spec.name,
    start: isoText(start),
    ...(duration === null || config.loop === 'script' ? {} : { duration: seconds(duration) }),
    tick: seconds(config.time_increment),
    tickPolicy: config.loop === 'time' ? 'by-tick' : 'by-event',
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

/** A check of the world and, in agent validations, of the agent's action. */
type Check = (states: object, past: Past, action?: ActionEntry) => boolean;

function declare(
  event: CaseEvent,
  apps: Words[0],
  authoring: Words[1],
  { start, listing }: Declaring,
): Declared {
  const id = event.event_id ?? event.id;
  const check =
    (predicate: Predicate): Check =>
    (states, past, action) =>
      holds(predicate, { states, past, start, listing, ...(action === undefined ? {} : { action }) });
  const named = (predicates: readonly Predicate[]): Record<string, Check> =>
    Object.fromEntries(predicates.map((one, at) => [checkKey(at, predicates), check(one)]));

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
      const expected = parseComparator(event.comparator);
      return authoring.oracle(expected === undefined ? action : action.expectedTime(expected));
    }
    case 'condition': {
      const condition = authoring.condition(event.when.name ?? event.id, check(event.when)).id(id);
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

/** Interval and timeout of a polled event. The values given to `depends_on` win for events that have dependencies. */
function pollingOf<Event extends Polled>(event: Event): { every: number; timeout: Event['timeout'] } {
  const { timeout, after, delay } = event;
  const every = 'every' in event ? event.every : 1;
  if (after === undefined && delay === undefined) return { every, timeout };
  return { every: event.depends_every ?? every, timeout: event.depends_timeout ?? timeout };
}

/** Delay and dependencies of an event after all wiring. */
export interface Wired {
  delay: number | undefined;
  readonly after: string[];
}

export interface WiringError {
  readonly type: string;
  readonly message: string;
}

/**
 * Applies the wiring calls of a case in the order of the reference's driver. The result is ordered by the first time each
 * event got a dependency, because the reference releases the successors of an event in that order.
 */
export function wire({ events, wiring }: Pick<Case, 'events' | 'wiring'>): {
  wired: ReadonlyMap<string, Wired>;
  errors: readonly (WiringError | null)[];
} {
  const wired = new Map<string, Wired>(events.map(({ id }) => [id, { delay: undefined, after: [] }]));
  const of = (key: string): Wired => {
    const one = wired.get(key);
    if (one === undefined)
      throw new RangeError(`found the event "${key}" in the wiring, wanted one of the case`);
    return one;
  };
  const dependOn = (key: string, on: readonly string[], delay: number): void => {
    const one = of(key);
    one.delay = delay;
    if (on.length > 0 && one.after.length === 0) {
      wired.delete(key);
      wired.set(key, one);
    }
    one.after.push(...on);
  };

  for (const { id, delayed } of events) if (delayed !== undefined && delayed >= 0) of(id).delay = delayed;
  for (const { id, after, delay } of events)
    if (after !== undefined || delay !== undefined) dependOn(id, after ?? [], delay ?? 0);

  const kinds = new Map(events.map(({ id, kind }) => [id, kind]));
  const errors = wiring.map((call): WiringError | null => {
    switch (call.op) {
      case 'depends_on': {
        const plain = ['event', 'oracle', 'stop'].includes(kinds.get(call.event) ?? '');
        if (call.delay < 0) return negative(plain ? 'AssertionError' : 'ValueError');
        dependOn(call.event, call.on ?? [], call.delay);
        return null;
      }
      case 'followed_by': {
        const { event, events: followers, delays } = call;
        const each = typeof delays === 'number' ? followers.map(() => delays) : delays;
        if (each.length !== followers.length)
          return { type: 'ValueError', message: 'Number of events and delays must match' };
        if (each.some((delay) => delay < 0)) return negative('AssertionError');
        followers.forEach((follower, at) => {
          dependOn(follower, [event], each[at]!);
        });
        return null;
      }
      case 'delayed':
        if (call.seconds >= 0) of(call.event).delay = call.seconds;
        return null;
    }
  });
  return { wired, errors };
}

const negative = (type: string): WiringError => ({ type, message: 'Delay must be non-negative' });

/** `time` as ISO text. Milliseconds are exact enough for all cases. */
export const isoText = (time: SimTime): string => new Date(time / 1000).toISOString();
