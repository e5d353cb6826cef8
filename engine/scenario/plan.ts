import * as z from 'zod/mini';
import {
  type AugmentationOverrides,
  type AugmentationSettings,
  checkShape,
  describeValue,
  findingText,
  instant,
  hasNamedFields,
  type Judging,
  parseInstant,
  parsePath,
  plainHost,
  type Problem,
  quotedList,
  refuseGenerator,
  refuseGiven,
  type ScenarioEvent,
  type ScenarioHost,
  seconds,
  seededRandom,
  type SimSpan,
  type SourceLocation,
  TimedOutError,
  type ToolOverrides,
  type ActionEvent,
  appName,
  type EventId,
  eventId,
  formatLocation,
  type Hint,
  hasNoReferences,
  type JsonObject,
  type Polling,
  predecessors,
  type SimTime,
  type Timing,
  failureText,
} from '../model/index.ts';
import { copyJson, refuseNegativeZero } from '../state/index.ts';
import {
  type AppInstance,
  checkApp,
  failureOf,
  type Plan,
  type ServerStart,
  toolNameForAgent,
  type Arguments,
  callArguments,
  type Tools,
} from '../world/index.ts';
import {
  capture,
  ActionDeclaration,
  undeclaredProblem,
  type Declaration,
  PolledDeclaration,
  resultsIn,
  writeReferences,
  timingOf,
  AgentValidationDeclaration,
} from './declaration.ts';
import { checkGraph, emptyValidations, firstProblems, startProblems } from './checks.ts';
import { type GivenNoise, noiseEvents, noiseOf, receivesNoise } from './noise.ts';
import {
  definitionOf,
  type Scenario,
  ScenarioError,
  UnlistedError,
  variantsOf,
  type VariantTable,
} from './scenario.ts';

/** The most variants that an error lists. */
const MAX_NAMES = 10;

/** A valid scenario name: short enough for run lists. */
const NAME_PATTERN = /^(?=.*\S)\P{Cc}{1,200}$/u;

const TAG_PATTERN = /^(?=.*\S)\P{Cc}{1,100}$/u;

/** A run's choices besides its scenario. */
export interface Planning {
  /** The name of one of the scenario's variants; its first variant when left out. */
  readonly variant?: string | undefined;
  /** The seed; the scenario's own seed when left out. */
  readonly seed?: number | undefined;
  /** Failures and noise that replace the scenario's. */
  readonly augmentation?: AugmentationOverrides | undefined;
  readonly host?: ScenarioHost;
  /** The tool lists of servers, by app name. */
  readonly servers?: Readonly<Record<string, object>> | undefined;
}

/**
 * Makes a scenario ready for one run: creates the apps, lets the scenario declare its events, and checks them.
 * @throws {ScenarioError} with every problem that keeps it from running.
 * @throws {UnlistedError} when the tools of an app are not known.
 */
export function planOf(
  scenario: Scenario,
  { variant: asked, seed, augmentation, host = plainHost(), servers = {} }: Planning = {},
): Plan {
  const { variant, definition } = variantOf(scenario, asked, host);
  const given = readSettings(definition, host);
  const { name, duration, tick = seconds(1), tickPolicy = 'by-event', tags = [] } = given;
  if (tick === 0) throw scenarioError('tick: 0 microseconds are too short. A tick must be longer than 0.');
  checkTags(tags);
  const chosen = seed ?? given.seed ?? 0;
  if (!Number.isSafeInteger(chosen))
    throw scenarioError(`seed: ${describeValue(chosen)} is not a whole number.`);
  const start =
    given.start === undefined ? instant(0) : runAuthorCode('start', host, () => parseInstant(given.start!));
  const chance = seededRandom(chosen, 'scenario');
  host.clock.now = start;
  host.clock.random = () => chance.next();

  const { apps, unlisted } = runAuthorCode('apps', host, () => {
    refuseGenerator('apps()', given.apps);
    return listedApps(checkedApps('apps', given.apps.call(definition)), servers);
  });
  if (unlisted !== undefined) throw new UnlistedError(unlisted);
  const { apps: captured, authoring, declared } = capture(apps, host);
  runAuthorCode('events', host, () => {
    refuseGenerator('events()', given.events);
    given.events.call(definition, captured, authoring);
  });

  // Arguments are the author's own objects, whose getters are scenario code.
  const planned = runAuthorCode('events', host, () => planEvents(declared, apps, start));
  const { events, named, hints, problems: declarationProblems } = planned;
  const problems = [
    ...declarationProblems,
    ...checkGraph({ events, named, start, duration, tickPolicy }),
    ...firstProblems(startProblems(events, start), 'events that are due when the run starts'),
    ...firstProblems(emptyValidations(events), 'validations with nothing to check'),
  ];
  if (problems.some(({ severity }) => severity === 'error'))
    throw new ScenarioError(problems.filter(({ severity }) => severity === 'error'));
  const { turns = [], endsWhenIdle = duration === undefined } = given;
  const judging = judgingRules(given, apps);
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
      ...(judging === undefined ? {} : { judging }),
    },
    withSources(given.augmentation, host),
    augmentation,
  );
}

const wholeNumber = z.custom<number>(Number.isSafeInteger, 'a whole number');
const anyNumber = z.custom<number>((value) => typeof value === 'number', 'a number');
const span = z.custom<SimSpan>(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'a span of time such as minutes(5)',
);
const code = z.custom<() => unknown>((value) => typeof value === 'function', 'a function');

/** The settings of a definition, except its functions. The contents of texts and numbers are checked where they are used. */
const settings = z.object({
  name: z.custom<string>(
    (value) => typeof value === 'string' && NAME_PATTERN.test(value),
    'a name of 1 to 200 characters in one line',
  ),
  start: z.optional(z.string()),
  duration: z.optional(span),
  seed: z.optional(wholeNumber),
  tick: z.optional(span),
  tickPolicy: z.optional(z.enum(['by-event', 'by-tick'])),
  tags: z.optional(z.array(z.string())),
  turns: z.optional(z.array(z.object({ event: z.string(), tool: z.string(), turn: wholeNumber }))),
  endsWhenIdle: z.optional(z.boolean()),
  augmentation: z.optional(
    z.object({
      toolFailures: z.optional(anyNumber),
      tools: z.optional(
        z.record(
          z.string(),
          z.object({
            name: z.optional(z.string().check(z.minLength(1))),
            description: z.optional(z.string()),
          }),
        ),
      ),
      noise: z.optional(
        z.object({ perMinute: z.optional(anyNumber), seed: z.optional(anyNumber), from: z.optional(code) }),
      ),
    }),
  ),
  finalState: z.optional(
    z.union([
      z.literal('oracle'),
      z.object({
        only: z.optional(z.array(z.string())),
        except: z.optional(z.array(z.string())),
        allowExtra: z.optional(z.boolean()),
      }),
    ]),
  ),
  verdict: z.optional(
    z.object({
      need: z.enum(['all', 'any']),
      of: z.optional(z.array(z.enum(['checks', 'judge', 'final-state']))),
    }),
  ),
  apps: code,
  events: code,
});

type Definition = NonNullable<ReturnType<typeof definitionOf>>;

type Settings = z.output<typeof settings> & Pick<Definition, 'judge' | 'apps' | 'events' | 'augmentation'>;

/**
 * The settings of `definition`. Each field is read once, because it may be a getter.
 * @throws {ScenarioError} for fields of wrong types.
 */
function readSettings(definition: Definition, host: ScenarioHost): Settings {
  const read = runAuthorCode('scenario', host, () => {
    const { judge } = definition;
    const checked = checkShape(settings, definition);
    return 'findings' in checked || judge === undefined
      ? checked
      : { data: { ...checked.data, judge: copyJson(judge, 'judge', refuseNegativeZero) } };
  });
  if ('data' in read) return read.data as Settings;
  throw new ScenarioError(
    read.findings.map((finding) => ({ severity: 'error', message: findingText(finding), place: undefined })),
  );
}

/** `augmentation` with the source apps of its noise, which the author's code creates. */
function withSources(augmentation: Augmentation | undefined, host: ScenarioHost): Augmentation | undefined {
  const from = augmentation?.noise?.from;
  if (from === undefined) return augmentation;
  const place = 'augmentation.noise.from';
  const sources = runAuthorCode(place, host, () => checkedApps(place, from()));
  return { ...augmentation, noise: { ...augmentation!.noise, from: () => sources } };
}

/** The maximum number of tags, the same as for tags that people add to a run. */
const MAX_TAGS = 50;

/** @throws {ScenarioError} for too many tags, a tag that is too long, or a tag listed twice. */
function checkTags(tags: readonly string[]): void {
  if (tags.length > MAX_TAGS)
    throw scenarioError(
      `tags: ${tags.length.toLocaleString('en-US')} tags are too many. Give at most ${MAX_TAGS}.`,
    );
  for (const [index, tag] of tags.entries()) {
    const path = `tags[${index}]`;
    if (typeof tag !== 'string' || !TAG_PATTERN.test(tag))
      throw scenarioError(`${path}: ${describeValue(tag)} is not 1 to 100 characters in one line.`);
    if (tags.indexOf(tag) < index) throw scenarioError(`${path}: "${tag}" is listed twice.`);
  }
}

/**
 * The rules by which runs are judged.
 * @throws {ScenarioError} for paths that do not begin with an app.
 */
function judgingRules(
  { judge, finalState, verdict }: Settings,
  apps: Readonly<Record<string, AppInstance>>,
): Judging | undefined {
  if (judge === undefined && finalState === undefined && verdict === undefined) return undefined;
  const expected = finalState === 'oracle' ? {} : finalState;
  for (const name of ['only', 'except'] as const)
    for (const [index, place] of (expected?.[name] ?? []).entries()) {
      const [app] = parsePath(place);
      if (app !== undefined && Object.hasOwn(apps, app)) continue;
      const known = quotedList(Object.keys(apps), MAX_NAMES);
      throw scenarioError(
        `finalState.${name}[${index}]: "${place}" does not begin with an app. The apps are ${known}.`,
      );
    }
  return {
    ...(judge === undefined ? {} : { judge }),
    ...(expected === undefined ? {} : { finalState: expected }),
    ...(verdict === undefined ? {} : { rule: verdict }),
  };
}

/** The definition of the scenario, or of its variant `asked`; by default the first variant. */
function variantOf(
  scenario: Scenario,
  asked: string | undefined,
  host: ScenarioHost,
): {
  readonly variant: string | undefined;
  readonly definition: Definition;
} {
  const table = variantsOf(scenario);
  const variant = asked ?? table?.keys().next().value;
  const make = variant === undefined ? undefined : table?.get(variant);
  if (variant !== undefined && make === undefined)
    throw scenarioError(`There is no variant "${variant}". ${variantNames(table)}`);
  const chosen = make === undefined ? scenario : runAuthorCode('variants', host, make);
  const definition = definitionOf(chosen);
  if (definition !== undefined) return { variant, definition };
  throw scenarioError('variants: The function must return scenario({…}).');
}

function variantNames(table: VariantTable | undefined): string {
  if (table === undefined) return 'The scenario has no variants.';
  return `Its variants are ${quotedList([...table.keys()], MAX_NAMES)}.`;
}

/** Runs scenario code, and converts its errors into a {@link ScenarioError} that names `part`. */
function runAuthorCode<Answer>(part: string, host: ScenarioHost, work: () => Answer): Answer {
  try {
    return host.enter(work, 'planning');
  } catch (thrown) {
    if (TimedOutError.is(thrown)) throw scenarioError(`${part}: ${thrown.message}`, thrown.place);
    throw scenarioError(`${part}: ${failureText(failureOf(thrown, host.enter))}`, host.placeOf(thrown));
  }
}

type Apps = Readonly<Record<string, AppInstance>>;

/** `apps` with the tools of their servers and, as JSON, the start commands of servers whose tools are not known yet. */
function listedApps(
  apps: Apps,
  servers: NonNullable<Planning['servers']>,
): { readonly apps: Apps; readonly unlisted: string | undefined } {
  const starts: Record<string, ServerStart> = {};
  const listed = Object.entries(apps).map(([name, app]) => {
    if (app.unlisted === undefined) return [name, app] as const;
    if (Object.hasOwn(servers, name)) return [name, app.unlisted.withTools(servers[name] as never)] as const;
    starts[name] = app.unlisted.start;
    return [name, app] as const;
  });
  const hasAll = Object.keys(starts).length === 0;
  return { apps: Object.fromEntries(listed), unlisted: hasAll ? undefined : JSON.stringify(starts) };
}

/**
 * The apps that an author gave at `place`.
 *
 * @throws {TypeError} for a value that is not an app, and for an alarm that calls a tool its app does not have.
 */
function checkedApps(place: string, apps: Apps): Apps {
  if (!hasNamedFields(apps)) refuseGiven(place, apps, 'an object such as { mail: emailClient() }');
  // In `{ __proto__: … }`, `__proto__` is not a name: it sets the prototype.
  const prototype = Object.getPrototypeOf(apps) as object | null;
  if (Object.hasOwn(apps, '__proto__') || (prototype !== null && Object.hasOwn(prototype, 'tools')))
    throw new TypeError('No app can be named __proto__.');
  for (const [name, app] of Object.entries(apps)) {
    checkApp(`${place}: ${name}`, app);
    const { alarm, tools } = app;
    if (alarm !== undefined && !Object.hasOwn(tools, alarm.tool))
      throw new TypeError(
        `The alarm of "${name}" calls "${alarm.tool}", which is not one of its tools. Its tools are ${quotedList(Object.keys(tools), MAX_NAMES)}.`,
      );
  }
  return apps;
}

const scenarioError = (message: string, place?: SourceLocation): ScenarioError =>
  new ScenarioError([{ severity: 'error', message, place }]);

/** Makes a scenario's world harder for the agent: tool calls that fail, renamed tools, and noise. */
export interface Augmentation {
  /** The share of the agent's calls that fail without being carried out, from 0 to 1; 0 when left out. */
  readonly toolFailures?: number;
  /** Other names and descriptions of tools for the agent: `{ mail__send_email: { name: 'mail__post_letter' } }`. */
  readonly tools?: ToolOverrides;
  /** Events that the scenario does not plan, such as arriving emails; none when left out. */
  readonly noise?: GivenNoise;
}

/** The parts of a plan that noise and tool failures change. */
interface PlanParts {
  readonly apps: Readonly<Record<string, AppInstance>>;
  readonly duration: SimSpan | undefined;
  readonly events: readonly ScenarioEvent[];
  readonly problems: readonly Problem[];
}

const NO_RECEIVER: Problem = {
  severity: 'warning',
  message:
    'The noise has no effect: no app of this run can receive any. Mail, messages, shop and apartment apps can.',
  place: undefined,
};

/**
 * Adds tool failures, tool names and noise to a plan, from the run's choices or else from its scenario.
 * @throws {ScenarioError} when a number is out of range, a renamed tool does not exist, or its new name is taken.
 */
export function augmented<One extends PlanParts>(
  bare: One,
  given: Augmentation = {},
  asked: AugmentationOverrides = {},
): One & { readonly augmentation: AugmentationSettings } {
  const toolFailures = asked.toolFailures ?? given.toolFailures ?? 0;
  if (!(toolFailures >= 0 && toolFailures <= 1))
    throw augmentationError(`toolFailures: ${String(toolFailures)} is not a number from 0 to 1.`);
  const { tools = {} } = given;
  checkNames(bare.apps, tools);
  const augmentation = { toolFailures, tools };
  if (given.noise === undefined && asked.noise === undefined) return { ...bare, augmentation };
  const noise = requestedNoise(given.noise, asked.noise);
  if (noise.perMinute > 0 && !receivesNoise(bare.apps, noise))
    return { ...bare, augmentation, problems: [...bare.problems, NO_RECEIVER] };
  return { ...bare, augmentation, events: [...bare.events, ...noiseEvents(bare, noise)] };
}

function requestedNoise(
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
    throw augmentationError(`noise.${thrown.message}`);
  }
}

/** @throws {ScenarioError} for a tool that does not exist, or a name that two tools would have. */
function checkNames(apps: PlanParts['apps'], overrides: ToolOverrides): void {
  const known = new Map<string, string>();
  for (const [app, { tools }] of Object.entries(apps))
    for (const tool of Object.keys(tools))
      known.set(`${app}__${tool}`, toolNameForAgent({ app, tool }, overrides));
  const unknown = Object.keys(overrides).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw augmentationError(
      `tools: There is no tool "${unknown}". Names of tools look like ${[...known.keys()][0] ?? 'app__tool'}.`,
    );
  const names = [...known.values()];
  const double = names.find((name, index) => names.indexOf(name) < index);
  if (double !== undefined) throw augmentationError(`tools: Two tools are named "${double}".`);
}

const augmentationError = (message: string): ScenarioError => scenarioError(`augmentation.${message}`);

/** The declared events with their ids and times, and the problems found in them. */
function planEvents(
  declared: readonly Declaration[],
  apps: Readonly<Record<string, AppInstance>>,
  start: SimTime,
): {
  readonly events: readonly ScenarioEvent[];
  /** Ids that the author chose. */
  readonly named: ReadonlySet<EventId>;
  readonly problems: readonly Problem[];
  readonly hints: readonly Hint[];
} {
  const ids = eventIds(declared);
  const problems = [...duplicateIds(declared, ids)];
  const events = declared.map((declaration): ScenarioEvent => {
    const isAction = declaration instanceof ActionDeclaration;
    const results = isAction ? resultsIn(declaration.content.args) : [];
    const id = ids.get(declaration)!;
    const timing = timingOf(declaration, results, ids, start);
    const problem = undeclaredProblem(declaration, results, ids);
    if (problem !== undefined) problems.push(problem);
    if (!isAction) {
      const event = checkEvent(declaration, id, timing);
      return isDormant(declaration, timing) ? { ...event, dormant: true } : event;
    }
    const planned = plannedArguments(declaration, results, ids, apps);
    if (planned.problems.length > 0) problems.push(...planned.problems);
    return actionEvent(declaration, id, timing, planned);
  });
  const named = new Set(declared.filter(({ givenId }) => givenId !== undefined).map((one) => ids.get(one)!));
  const hints = declared.flatMap((declaration) => declaredHints(declaration, ids.get(declaration)!));
  return { events, named, problems, hints };
}

/** Whether an event waits to be scheduled. An event with predecessors is scheduled by them instead. */
const isDormant = (declaration: Declaration, timing: Timing): boolean =>
  declaration.isDormant && predecessors(timing).length === 0;

const NO_HINTS: readonly Hint[] = [];

function declaredHints(declaration: Declaration, event: EventId): readonly Hint[] {
  if (declaration.hints.length === 0) return NO_HINTS;
  const isTask = declaration instanceof ActionDeclaration && declaration.actor !== 'environment';
  return declaration.hints.map(({ text, kind = isTask ? 'task' : 'environment' }) => ({ event, kind, text }));
}

/** The event of a condition, validation, agent validation or stop. */
function checkEvent(declaration: Declaration, id: EventId, timing: Timing): ScenarioEvent {
  const { content, place } = declaration;
  // Written without spreads: literals that begin with a spread take V8 three times as long.
  switch (content.kind) {
    case 'condition': {
      const { name, holds } = content;
      return { id, timing, place, kind: 'condition', name, holds, ...pollingSettings(declaration) };
    }
    case 'validation':
      return {
        id,
        timing,
        place,
        kind: 'validation',
        milestones: checks(content.milestones),
        minefields: checks(content.minefields),
        ...pollingSettings(declaration),
      };
    case 'agent-validation':
      return {
        id,
        timing,
        place,
        kind: 'agent-validation',
        milestones: checks(content.milestones),
        minefields: checks(content.minefields),
        timeout: declaration instanceof AgentValidationDeclaration ? declaration.limit : undefined,
      };
    case 'stop':
      return { id, timing, place, kind: 'stop' };
    case 'action':
      throw new Error(`${id} is an action, not a check or a stop`);
  }
}

/** The interval and timeout of a check: by default every tick and without a timeout. */
const pollingSettings = (declaration: Declaration): Polling =>
  declaration instanceof PolledDeclaration
    ? { every: declaration.interval, timeout: declaration.limit }
    : { every: 1, timeout: undefined };

const checks = <Question>(
  named: Readonly<Record<string, Question>>,
): readonly { readonly name: string; readonly holds: Question }[] =>
  Object.entries(named).map(([name, holds]) => ({ name, holds }));

/** The arguments of an action as data, and the problems found in them. */
interface PlannedArguments {
  readonly args: JsonObject;
  /** Whether no argument can contain the result of another event. */
  readonly literal: boolean;
  /** See {@link PlannedAction}. */
  readonly effect?: 'read' | 'write';
  readonly problems: readonly Problem[];
}

function actionEvent(
  declaration: ActionDeclaration,
  id: EventId,
  timing: Timing,
  { args, literal, effect }: PlannedArguments,
): ActionEvent {
  const { place, actor: kind, isOracle: oracle, failurePolicy: onFailure } = declaration;
  const { app: name, tool } = declaration.content;
  const app = appName(name);
  const { expected } = declaration;
  const dormant = isDormant(declaration, timing);
  const action = effect === undefined ? { app, tool, args } : { app, tool, args, effect };
  const event = { id, timing, place, kind, action, oracle, onFailure, literal };
  if (!dormant && expected === undefined) return event;
  return {
    ...event,
    ...(dormant ? { dormant: true } : {}),
    ...(expected === undefined ? {} : { comparator: expected }),
  };
}

function plannedArguments(
  { content: { app, tool, args }, isUnchecked, place }: ActionDeclaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
  apps: Readonly<Record<string, { readonly tools: Tools<never> }>>,
): PlannedArguments {
  try {
    const planned = writeReferences(args, results, (source) => ids.get(source) ?? '');
    const literal = hasNoReferences(planned);
    const { args: declared, effect } = apps[app]!.tools[tool]!;
    if (isUnchecked) return { args: planned, literal, problems: NO_PROBLEMS };
    if (literal && callArguments(tool, declared, planned) === planned)
      return { args: planned, literal, effect, problems: NO_PROBLEMS };
    if (!literal) checkArguments(tool, declared, planned, unresolvedArguments(declared, args as Given));
    return { args: planned, literal, problems: NO_PROBLEMS };
  } catch (thrown) {
    return {
      args: {},
      literal: true,
      problems: [{ severity: 'error', message: failureOf(thrown).message, place }],
    };
  }
}

type Given = Readonly<Record<string, unknown>>;

const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Checks the arguments whose values are known before the run: all but those in `open`.
 * @throws {ToolError}
 */
function checkArguments(
  tool: string,
  declared: Arguments,
  planned: JsonObject,
  open: readonly string[],
): void {
  if (open.length === 0) callArguments(tool, declared, planned);
  else callArguments(tool, omitKeys(declared, open), omitKeys(planned, open));
}

/** The names of the arguments that use results of events. */
const unresolvedArguments = (declared: Arguments, given: Given): readonly string[] =>
  Object.keys(declared).filter((name) => mayContainResult(given[name]));

const mayContainResult = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('{{') && value.trimStart().startsWith('{{')
    : resultsIn(value).length > 0;

const omitKeys = <Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The ids of the declared events: those that the author chose, otherwise ids that sort in the order of declaration. */
function eventIds(declared: readonly Declaration[]): ReadonlyMap<Declaration, EventId> {
  const width = String(declared.length).length;
  const ids = new Map<Declaration, EventId>();
  for (const declaration of declared) {
    const number = String(ids.size + 1).padStart(width, '0');
    ids.set(declaration, eventId(declaration.givenId ?? `${number}-${eventLabel(declaration)}`));
  }
  return ids;
}

function eventLabel({ content }: Declaration): string {
  switch (content.kind) {
    case 'action':
      return `${content.app}-${content.tool}`;
    case 'condition':
      return slug(content.name) || content.kind;
    case 'validation':
    case 'agent-validation': {
      const [first = ''] = [...Object.keys(content.milestones), ...Object.keys(content.minefields)];
      return slug(first) || content.kind;
    }
    case 'stop':
      return content.kind;
  }
}

const MAX_SLUG_LENGTH = 48; // characters

/**
 * A word in a slug: letters and digits of ASCII, and all characters of other scripts. Not `\p{L}`, so that ids are the same in
 * all versions of Unicode. Left out are Latin-1's signs, general punctuation and symbols, punctuation and full-width signs of
 * Chinese and Japanese, private-use characters, surrogates, and pictures.
 */
const WORD_PATTERN =
  /(?:[a-z\d]|[^\ufe00-\ufe6f\0-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ud800-\uf8ff\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\u{1f000}-\u{1faff}\u{e0000}-\u{10ffff}])+/gu;

/** An id made from `name`, such as `accounts-has-the-invoice`: whole words that can be typed without quotes. */
function slug(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).match(WORD_PATTERN) ?? [];
  let label = '';
  for (const word of words) {
    const longer = label === '' ? word : `${label}-${word}`;
    if (longer.length > MAX_SLUG_LENGTH) return label || Array.from(word).slice(0, MAX_SLUG_LENGTH).join('');
    label = longer;
  }
  return label;
}

/** A problem for each chosen id that another event also has. */
function duplicateIds(
  declared: readonly Declaration[],
  ids: ReadonlyMap<Declaration, EventId>,
): readonly Problem[] {
  const named = declared.filter(({ givenId }) => givenId !== undefined);
  if (named.length === 0) return [];
  const given = new Map<EventId, Declaration>();
  const problems: Problem[] = [];
  for (const declaration of named) {
    const id = ids.get(declaration)!;
    const other = given.get(id);
    if (other === undefined) given.set(id, declaration);
    else problems.push(duplicateId(id, declaration, other));
  }
  for (const [declaration, id] of ids) {
    const other = declaration.givenId === undefined ? given.get(id) : undefined;
    if (other !== undefined) problems.push(duplicateId(id, other, declaration));
  }
  return problems;
}

function duplicateId(id: string, { place }: Declaration, other: Declaration): Problem {
  const where = other.place === undefined ? 'another event' : formatLocation(other.place);
  const message = `The id "${id}" is taken: ${where} has it. Choose another.`;
  return { severity: 'error', message, place };
}
