import {
  type ActionEvent,
  appName,
  type EventId,
  eventId,
  formatLocation,
  type Hint,
  hasNoReferences,
  type JsonObject,
  type Polling,
  type Problem,
  type ScenarioEvent,
  type SimTime,
  type Timing,
} from '../model/index.ts';
import { type AppInstance, type Arguments, callArguments, failureOf, type Tools } from '../world/index.ts';
import {
  ActionDeclaration,
  undeclaredProblem,
  type Declaration,
  PolledDeclaration,
  resultsIn,
  writeReferences,
  timingOf,
  AgentValidationDeclaration,
} from './declaration.ts';

/** The declared events with their ids and times, and the problems found in them. */
export function eventsOf(
  declared: readonly Declaration[],
  apps: Readonly<Record<string, AppInstance>>,
  start: SimTime,
): {
  readonly events: readonly ScenarioEvent[];
  /** Ids that the author gave. */
  readonly named: ReadonlySet<EventId>;
  readonly problems: readonly Problem[];
  readonly hints: readonly Hint[];
} {
  const ids = idsOf(declared);
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
      return declaration.isDormant ? { ...event, dormant: true } : event;
    }
    const planned = plannedArguments(declaration, results, ids, apps);
    if (planned.problems.length > 0) problems.push(...planned.problems);
    return actionEvent(declaration, id, timing, planned);
  });
  const named = new Set(declared.filter(({ givenId }) => givenId !== undefined).map((one) => ids.get(one)!));
  const hints = declared.flatMap((declaration) => hintsOf(declaration, ids.get(declaration)!));
  return { events, named, problems, hints };
}

const NO_HINTS: readonly Hint[] = [];

function hintsOf(declaration: Declaration, event: EventId): readonly Hint[] {
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
      return { id, timing, place, kind: 'condition', name, holds, ...pollingOf(declaration) };
    }
    case 'validation':
      return {
        id,
        timing,
        place,
        kind: 'validation',
        milestones: checks(content.milestones),
        minefields: checks(content.minefields),
        ...pollingOf(declaration),
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

/** Every tick and without a timeout, unless the author says otherwise. */
const pollingOf = (declaration: Declaration): Polling =>
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
  /** True if no argument can contain the result of another event. */
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
  const { isDormant, expected } = declaration;
  const action = effect === undefined ? { app, tool, args } : { app, tool, args, effect };
  const event = { id, timing, place, kind, action, oracle, onFailure, literal };
  if (!isDormant && expected === undefined) return event;
  return {
    ...event,
    ...(isDormant ? { dormant: true } : {}),
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
    if (isUnchecked) return { args: planned, literal, problems: NONE };
    if (literal && callArguments(tool, declared, planned) === planned)
      return { args: planned, literal, effect, problems: NONE };
    if (!literal) checkArguments(tool, declared, planned, openOf(declared, args as Given));
    return { args: planned, literal, problems: NONE };
  } catch (thrown) {
    return {
      args: {},
      literal: true,
      problems: [{ severity: 'error', message: failureOf(thrown).message, place }],
    };
  }
}

type Given = Readonly<Record<string, unknown>>;

const NONE: readonly Problem[] = [];

/** Checks the arguments whose values are known before the run: all but those in `open`. @throws {ToolError} */
function checkArguments(
  tool: string,
  declared: Arguments,
  planned: JsonObject,
  open: readonly string[],
): void {
  if (open.length === 0) callArguments(tool, declared, planned);
  else callArguments(tool, without(declared, open), without(planned, open));
}

/** The names of the arguments that use results of events. */
const openOf = (declared: Arguments, given: Given): readonly string[] =>
  Object.keys(declared).filter((name) => isOpen(given[name]));

const isOpen = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('{{') && value.trimStart().startsWith('{{')
    : resultsIn(value).length > 0;

const without = <Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** The given ids; for the other events, ids that sort in the order of declaration. */
function idsOf(declared: readonly Declaration[]): ReadonlyMap<Declaration, EventId> {
  const width = String(declared.length).length;
  const ids = new Map<Declaration, EventId>();
  for (const declaration of declared) {
    const number = String(ids.size + 1).padStart(width, '0');
    ids.set(declaration, eventId(declaration.givenId ?? `${number}-${labelOf(declaration)}`));
  }
  return ids;
}

function labelOf({ content }: Declaration): string {
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

const LONGEST_SLUG = 48; // characters

/** `accounts-has-the-invoice`: whole words of `name` that can be typed without quotes. */
function slug(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  let label = '';
  for (const word of words) {
    const longer = label === '' ? word : `${label}-${word}`;
    if (longer.length > LONGEST_SLUG) return label || word.slice(0, LONGEST_SLUG);
    label = longer;
  }
  return label;
}

/** A problem for each given id that another event also has. */
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
