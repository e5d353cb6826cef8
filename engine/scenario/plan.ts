import type { AppInstance } from '../apps/app.ts';
import { failureOf } from '../apps/failure.ts';
import type { Timetable } from '../kernel/pace.ts';
import { seededRandom } from '../kernel/random.ts';
import type { AskedAugmentation, Augmented } from '../model/augmentation.ts';
import type { ScenarioEvent } from '../model/event.ts';
import type { Hint } from '../model/hint.ts';
import { inShort } from '../model/finding.ts';
import type { Place } from '../model/place.ts';
import type { Problem } from '../model/problem.ts';
import { parseInstant, seconds, instant, type SimTime } from '../model/time.ts';
import { augmented } from './augmentation.ts';
import { capture } from './capture.ts';
import { checkGraph } from './checks/check-graph.ts';
import { early } from './checks/early.ts';
import { idle } from './checks/idle.ts';
import { few } from './checks/few.ts';
import { eventsOf } from './events.ts';
import { ScenarioError } from './scenario-error.ts';
import { definitionOf, variantsOf, type Scenario, type VariantTable } from './scenario.ts';
import type { StandIn } from './turns.ts';
import { noSurroundings, type Surroundings } from './surroundings.ts';

/** How many variants are named where one is wanted. */
const MOST_NAMES = 10;

/** What lists of runs have room for. */
const NAME = /^(?=.*\S)\P{Cc}{1,200}$/u;
const MOST_SHOWN = 50; // characters

const TAG = /^(?=.*\S)\P{Cc}{1,100}$/u;

/** A scenario made ready to run once: its world at the start and its events, placed and named. */
export interface Plan extends Timetable {
  readonly name: string;
  /** Which of the scenario's variants it is, where it has some. */
  readonly variant?: string | undefined;
  readonly start: SimTime;
  readonly seed: number;
  readonly apps: Readonly<Record<string, AppInstance>>;
  /** In order of declaration; ids are unique and there is no cycle. */
  readonly events: readonly ScenarioEvent[];
  /** Warnings and notes: what is odd but does not keep it from running. */
  readonly problems: readonly Problem[];
  /** Where a dialogue of turns is played: whose results the agent's own calls stand in for. */
  readonly turns: readonly StandIn[];
  readonly augmentation: Augmented;
  /** What its author sorts it by. */
  readonly tags: readonly string[];
  /** In order of declaration. */
  readonly hints: readonly Hint[];
}

/** How a scenario is made ready. */
export interface Planning {
  /** The name of a variant, of a scenario that has some; the first when left out. */
  readonly variant?: string | undefined;
  /** Its own when left out. */
  readonly seed?: number | undefined;
  /** What the run was asked for beside what the scenario says. */
  readonly augmentation?: AskedAugmentation | undefined;
  readonly surroundings?: Surroundings;
}

/**
 * Makes `scenario` ready for one run with `seed`, or with its own. Fills the apps and declares the events.
 *
 * @throws {ScenarioError} with every problem that keeps it from running.
 */
export function planOf(
  scenario: Scenario,
  { variant: asked, seed, augmentation, surroundings = noSurroundings() }: Planning = {},
): Plan {
  const { variant, definition } = variantOf(scenario, asked, surroundings);

  const { name, duration, tick = seconds(1), pacing = 'by-event', tags = [] } = definition;
  if (!NAME.test(name))
    throw broken(
      `name: found ${JSON.stringify(name.slice(0, MOST_SHOWN))}, wanted 1 to 200 characters in one line`,
      undefined,
    );
  checkTags(tags);
  if (!(tick > 0)) throw broken(`tick: found ${tick} microseconds, wanted more than none`, undefined);
  const chosen = seed ?? definition.seed ?? 0;
  const start =
    definition.start === undefined
      ? instant(0)
      : attempt('start', surroundings, () => parseInstant(definition.start!));
  const chance = seededRandom(chosen, 'scenario');
  surroundings.clock.now = start;
  surroundings.clock.random = () => chance.next();

  surroundings.begin();
  const apps = attempt('apps', surroundings, () => definition.apps());
  const { apps: captured, authoring, declared } = capture(apps, surroundings);
  surroundings.begin();
  attempt('events', surroundings, () => {
    definition.events(captured, authoring);
  });

  const { events, named, hints, problems: misfits } = eventsOf(declared, apps, start);
  const problems = [
    ...misfits,
    ...checkGraph({ events, named, start, duration, pacing }),
    ...few(early(events, start), 'events as the run begins'),
    ...few(idle(events), 'validations with nothing to check'),
  ];
  if (problems.some(({ severity }) => severity === 'error'))
    throw new ScenarioError(problems.filter(({ severity }) => severity === 'error'));
  const { turns = [], endsWhenIdle = duration === undefined } = definition;
  return augmented(
    {
      name,
      variant,
      start,
      duration,
      tick,
      pacing,
      endsWhenIdle,
      seed: chosen,
      apps,
      events,
      problems,
      turns,
      tags,
      hints,
    },
    definition.augmentation,
    augmentation,
  );
}

/** @throws {ScenarioError} for a tag that a filter could not name, or that stands there twice. */
function checkTags(tags: readonly string[]): void {
  for (const [at, tag] of tags.entries()) {
    const path = `tags[${at}]`;
    if (typeof tag !== 'string' || !TAG.test(tag))
      throw broken(`${path}: found ${inShort(tag)}, wanted 1 to 100 characters in one line`, undefined);
    if (tags.indexOf(tag) < at)
      throw broken(`${path}: found "${tag}" again, wanted each tag once`, undefined);
  }
}

/** What the scenario says, or its variant `asked`; the first where none is asked for. */
function variantOf(
  scenario: Scenario,
  asked: string | undefined,
  surroundings: Surroundings,
): {
  readonly variant: string | undefined;
  readonly definition: NonNullable<ReturnType<typeof definitionOf>>;
} {
  const table = variantsOf(scenario);
  const variant = asked ?? table?.keys().next().value;
  const make = variant === undefined ? undefined : table?.get(variant);
  if (variant !== undefined && make === undefined)
    throw broken(`variant: found no "${variant}", wanted ${namesIn(table)}`, undefined);
  surroundings.begin();
  const chosen = make === undefined ? scenario : attempt('variants', surroundings, make);
  const definition = definitionOf(chosen);
  if (definition !== undefined) return { variant, definition };
  throw broken('found something else, wanted what scenario({…}) answers', undefined);
}

function namesIn(table: VariantTable | undefined): string {
  if (table === undefined) return 'none: this scenario has no variants';
  const names = [...table.keys()];
  return names.length <= MOST_NAMES
    ? names.join(' or ')
    : `one of ${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
}

function attempt<Answer>(part: string, surroundings: Surroundings, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    const { type, message } = failureOf(thrown);
    throw broken(`${part}: ${type}: ${message}`, surroundings.placeOf(thrown));
  }
}

const broken = (message: string, place: Place | undefined): ScenarioError =>
  new ScenarioError([{ severity: 'error', message, place }]);
