import {
  type AugmentationOverrides,
  type AugmentationSettings,
  describeValue,
  instant,
  plainHost,
  parseInstant,
  type SourceLocation,
  type ScenarioEvent,
  seconds,
  seededRandom,
  type SimSpan,
  type ScenarioHost,
  type ToolOverrides,
} from '../model/index.ts';
import { type AppInstance, failureOf, type Plan, toolNameForAgent } from '../world/index.ts';
import { capture } from './capture.ts';
import { checkGraph, emptyValidations, firstProblems, startProblems } from './checks.ts';
import { eventsOf } from './events.ts';
import { type GivenNoise, noiseEvents, noiseOf } from './noise.ts';
import { definitionOf, type Scenario, ScenarioError, variantsOf, type VariantTable } from './scenario.ts';

/** How many variants are named where one is wanted. */
const MOST_NAMES = 10;

/** What lists of runs have room for. */
const NAME = /^(?=.*\S)\P{Cc}{1,200}$/u;
const MOST_SHOWN = 50; // characters

const TAG = /^(?=.*\S)\P{Cc}{1,100}$/u;

/** How a scenario is made ready. */
export interface Planning {
  /** The name of a variant, of a scenario that has some; the first when left out. */
  readonly variant?: string | undefined;
  /** Its own when left out. */
  readonly seed?: number | undefined;
  /** What the run was asked for beside what the scenario says. */
  readonly augmentation?: AugmentationOverrides | undefined;
  readonly host?: ScenarioHost;
}

/**
 * Makes `scenario` ready for one run with `seed`, or with its own. Fills the apps and declares the events.
 *
 * @throws {ScenarioError} with every problem that keeps it from running.
 */
export function planOf(
  scenario: Scenario,
  { variant: asked, seed, augmentation, host = plainHost() }: Planning = {},
): Plan {
  const { variant, definition } = variantOf(scenario, asked, host);

  const { name, duration, tick = seconds(1), tickPolicy = 'by-event', tags = [] } = definition;
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
      : attempt('start', host, () => parseInstant(definition.start!));
  const chance = seededRandom(chosen, 'scenario');
  host.clock.now = start;
  host.clock.random = () => chance.next();

  host.enter();
  const apps = attempt('apps', host, () => definition.apps());
  const { apps: captured, authoring, declared } = capture(apps, host);
  host.enter();
  attempt('events', host, () => {
    definition.events(captured, authoring);
  });

  const { events, named, hints, problems: misfits } = eventsOf(declared, apps, start);
  const problems = [
    ...misfits,
    ...checkGraph({ events, named, start, duration, tickPolicy }),
    ...firstProblems(startProblems(events, start), 'events that are due when the run starts'),
    ...firstProblems(emptyValidations(events), 'validations with nothing to check'),
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
      tickPolicy,
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
      throw broken(`${path}: found ${describeValue(tag)}, wanted 1 to 100 characters in one line`, undefined);
    if (tags.indexOf(tag) < at)
      throw broken(`${path}: found "${tag}" again, wanted each tag once`, undefined);
  }
}

/** What the scenario says, or its variant `asked`; the first where none is asked for. */
function variantOf(
  scenario: Scenario,
  asked: string | undefined,
  host: ScenarioHost,
): {
  readonly variant: string | undefined;
  readonly definition: NonNullable<ReturnType<typeof definitionOf>>;
} {
  const table = variantsOf(scenario);
  const variant = asked ?? table?.keys().next().value;
  const make = variant === undefined ? undefined : table?.get(variant);
  if (variant !== undefined && make === undefined)
    throw broken(`variant: found no "${variant}", wanted ${namesIn(table)}`, undefined);
  host.enter();
  const chosen = make === undefined ? scenario : attempt('variants', host, make);
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

function attempt<Answer>(part: string, host: ScenarioHost, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    const { type, message } = failureOf(thrown);
    throw broken(`${part}: ${type}: ${message}`, host.placeOf(thrown));
  }
}

const broken = (message: string, place: SourceLocation | undefined): ScenarioError =>
  new ScenarioError([{ severity: 'error', message, place }]);

/** What makes a scenario's world less dependable, less well described and less quiet than its apps are. */
export interface Augmentation {
  /** The share of the agent's calls that fail of themselves, from 0 to 1; 0 when left out. */
  readonly toolFailures?: number;
  /** What the agent knows tools by, and is told of them: `{ mail__send_email: { name: 'mail__post_letter' } }`. */
  readonly tools?: ToolOverrides;
  /** Events of the world's own beside those of the scenario; none when left out. */
  readonly noise?: GivenNoise;
}

/** What augmentation is done to. */
interface Bare {
  readonly apps: Readonly<Record<string, AppInstance>>;
  readonly duration: SimSpan | undefined;
  readonly events: readonly ScenarioEvent[];
}

/**
 * `bare` with what its scenario says of augmentation, or what the run was `asked` for instead.
 *
 * @throws {ScenarioError} when a number is out of range, or a tool is renamed that is not there or to a name that is taken.
 */
export function augmented<One extends Bare>(
  bare: One,
  given: Augmentation = {},
  asked: AugmentationOverrides = {},
): One & { readonly augmentation: AugmentationSettings } {
  const toolFailures = asked.toolFailures ?? given.toolFailures ?? 0;
  if (!(toolFailures >= 0 && toolFailures <= 1))
    throw brokenOfAugmentation(`toolFailures: found ${String(toolFailures)}, wanted 0 to 1`);
  const { tools = {} } = given;
  checkNames(bare.apps, tools);
  const augmentation = { toolFailures, tools };
  if (given.noise === undefined && asked.noise === undefined) return { ...bare, augmentation };
  const noise = noiseEvents(bare, settledNoise(given.noise, asked.noise));
  return { ...bare, augmentation, events: [...bare.events, ...noise] };
}

function settledNoise(
  given: GivenNoise = {},
  asked: AugmentationOverrides['noise'] = {},
): ReturnType<typeof noiseOf> {
  try {
    const { perMinute = given.perMinute, seed = given.seed } = asked;
    return noiseOf({
      ...given,
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(seed === undefined ? {} : { seed }),
    });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw brokenOfAugmentation(`noise.${thrown.message}`);
  }
}

/** Two tools of one name could not be told apart. */
function checkNames(apps: Bare['apps'], told: ToolOverrides): void {
  const known = new Map<string, string>();
  for (const [app, { tools }] of Object.entries(apps))
    for (const tool of Object.keys(tools))
      known.set(`${app}__${tool}`, toolNameForAgent({ app, tool }, told));
  const unknown = Object.keys(told).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw brokenOfAugmentation(
      `tools: found no tool "${unknown}", wanted one like ${[...known.keys()][0] ?? 'app__tool'}`,
    );
  const names = [...known.values()];
  const double = names.find((name, at) => names.indexOf(name) < at);
  if (double !== undefined)
    throw brokenOfAugmentation(`tools: found two that go by "${double}", wanted a name of its own for each`);
}

const brokenOfAugmentation = (message: string): ScenarioError =>
  new ScenarioError([{ severity: 'error', message: `augmentation.${message}`, place: undefined }]);
