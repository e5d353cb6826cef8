import {
  type ActionEvent,
  appName,
  type AugmentationOverrides,
  describeValue,
  eventId,
  type EventId,
  formatLocation,
  hasNoReferences,
  type Hint,
  instant,
  type JsonObject,
  parseInstant,
  plainHost,
  type Polling,
  predecessors,
  type Problem,
  refuseGenerator,
  type ScenarioEvent,
  type ScenarioHost,
  seconds,
  seededRandom,
  type SimTime,
  type Timing,
} from '../model/index.ts';
import {
  type AppInstance,
  type Arguments,
  callArguments,
  failureOf,
  type Plan,
  type Tools,
} from '../world/index.ts';
import {
  ActionDeclaration,
  AgentValidationDeclaration,
  capture,
  type Declaration,
  PolledDeclaration,
  resultsIn,
  timingOf,
  undeclaredProblem,
  writeReferences,
} from './declaration.ts';
import { checkGraph, emptyValidations, firstProblems, startProblems } from './checks.ts';
import { type Scenario, ScenarioError, UnlistedError } from './scenario.ts';
import {
  variantOf,
  readSettings,
  scenarioError,
  checkTags,
  runAuthorCode,
  listedApps,
  checkedApps,
  judgingRules,
} from './definition.ts';
import { augmented, withSources } from './augmentation.ts';

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
