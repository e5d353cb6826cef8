import {
  type ActionPredicate,
  type Actor,
  append,
  describeValue,
  type Edge,
  eventId,
  type EventId,
  freezeShared,
  checkedSpan,
  hasNamedFields,
  type HintKind,
  isObjectOrList,
  type Json,
  type JsonObject,
  MAX_JSON_DEPTH,
  type OnFailure,
  parseInstant,
  type Predicate,
  type Problem,
  quotedList,
  refuseGenerator,
  refuseGiven,
  type ScenarioHost,
  seconds,
  type SimSpan,
  type SimTime,
  type SourceLocation,
  type TimeComparator,
  type Timing,
  timingFrom,
} from '../model/index.ts';
import { copyJson, MAX_VALUES, type ReadOnly, refuseNegativeZero } from '../state/index.ts';
import type { AppInstance, Argument, Arguments, OptionalArgument, Tool } from '../world/index.ts';

/** The content of a declared event: the action or check that it performs when it fires. */
export type EventContent =
  | { readonly kind: 'action'; readonly app: string; readonly tool: string; readonly args: object }
  | { readonly kind: 'condition'; readonly name: string; readonly holds: Predicate<never> }
  | {
      readonly kind: 'validation';
      readonly milestones: Readonly<Record<string, Predicate<never>>>;
      readonly minefields: Readonly<Record<string, Predicate<never>>>;
    }
  | {
      readonly kind: 'agent-validation';
      readonly milestones: Readonly<Record<string, ActionPredicate<never>>>;
      readonly minefields: Readonly<Record<string, ActionPredicate<never>>>;
    }
  | { readonly kind: 'stop' };

/** An empty list for all declarations, never written to: `append` creates a new list for the first predecessor. */
const NO_PREDECESSORS: { readonly event: Declaration; readonly delay: SimSpan }[] = Object.freeze(
  [],
) as never;

/** A hint whose event has no id yet. */
interface DeclaredHint {
  readonly text: string;
  /** The kind of the hint; if left out, it depends on the actor. */
  readonly kind: HintKind | undefined;
}

const NO_HINTS: readonly DeclaredHint[] = Object.freeze([]);

/** A declared event. Every method returns the declaration, so that calls can be chained. */
export class Declaration {
  readonly content: EventContent;
  readonly place: SourceLocation | undefined;
  waitsFor = NO_PREDECESSORS;
  /** The delay of `.after([], delay)`: with no event to wait for, it counts from the start of the run. */
  delay: SimSpan | undefined;
  givenId: string | undefined;
  offset: SimSpan | undefined;
  time: SimTime | undefined;
  isDormant = false;
  hints = NO_HINTS;

  constructor(content: EventContent, place: SourceLocation | undefined) {
    this.content = content;
    this.place = place;
  }

  /**
   * Sets the event's id, which the log shows and placeholders use. It must be unique within the scenario.
   *
   * @throws {RangeError} when it is empty.
   */
  id(id: string): this {
    if (typeof id !== 'string') refuseGiven('id(text)', id, 'a text');
    this.givenId = eventId(id);
    return this;
  }

  /** Sets when the event is due: a span after the start of the run, or an instant such as `2026-01-05T09:30:00Z`. */
  at(time: SimSpan | string): this {
    if (typeof time === 'string') this.time = parseInstant(time);
    else this.offset = checkedSpan('at(time)', time);
    return this;
  }

  /** Leaves the event out until it is scheduled during the run. Has no effect on an event with predecessors. */
  dormant(): this {
    this.isDormant = true;
    return this;
  }

  /**
   * Adds a remark for people who read or judge runs; the agent never sees it. By default, it is about the task when the user or
   * the agent acts, and about the environment otherwise.
   *
   * @throws {RangeError} when it is empty.
   */
  hint(text: string, kind?: HintKind): this {
    if (typeof text !== 'string') refuseGiven('hint(text)', text, 'a text');
    if (text.trim() === '') throw new RangeError('hint(): The text is empty.');
    if (kind !== undefined) checkedWord('hint(text, kind)', kind, HINT_KINDS);
    this.hints = [...this.hints, { text, kind }];
    return this;
  }

  /**
   * Makes the event wait until all of `events` have fired, and then for `delay`. Further calls add more events. An event that
   * waits for none, because every list was empty, waits from the start.
   *
   * @throws {TypeError} when one of them is not an event.
   */
  after(events: Declaration | readonly Declaration[], delay: SimSpan = seconds(0)): this {
    const given = (Array.isArray(events) ? events : [events]) as readonly unknown[];
    checkedSpan('after(events, delay)', delay);
    if (given.length === 0) this.delay = delay;
    for (const event of given) {
      if (!(event instanceof Declaration)) refuseGiven('after(events)', event, 'an event');
      this.waitsFor = append(this.waitsFor, { event, delay });
    }
    return this;
  }
}

/** A declared call of a tool. */
export class ActionDeclaration<Value = unknown> extends Declaration {
  declare readonly content: EventContent & { readonly kind: 'action' };
  actor: Actor;
  isOracle = false;
  isUnchecked = false;
  expected: TimeComparator | undefined;
  failurePolicy: OnFailure = 'continue';
  #result: Result<Value> | undefined;

  constructor(content: EventContent & { kind: 'action' }, actor: Actor, place: SourceLocation | undefined) {
    super(content, place);
    this.actor = actor;
  }

  /** The call's result, or a part of it such as `.result.id`, as an argument for later events. */
  get result(): Result<Value> {
    this.#result ??= resultOf(this);
    return this.#result;
  }

  /**
   * Sets the caller: `'user'`, `'environment'` or `'agent'`.
   *
   * @throws {TypeError} when the call is the oracle's, which only the agent makes.
   */
  by(actor: Actor): this {
    checkedWord('by(actor)', actor, ACTORS);
    if (this.isOracle && actor !== 'agent')
      throw new TypeError(`by(actor): The agent makes the oracle’s calls, not the ${actor}.`);
    this.actor = actor;
    return this;
  }

  /** For judges: whether the agent's call should come before, after or at the time of the oracle's. */
  expectedTime(comparator: TimeComparator): this {
    this.expected = checkedWord('expectedTime(comparator)', comparator, TIME_COMPARATORS);
    return this;
  }

  /** Accepts arguments that the tool refuses, so that the event fails when it fires. */
  unchecked(): this {
    this.isUnchecked = true;
    return this;
  }

  /** Sets the effect of a failed call: `'continue'` (default), `'hold'` the events that wait for it, or `'stop'` the run. */
  onFailure(policy: OnFailure): this {
    this.failurePolicy = checkedWord('onFailure(policy)', policy, FAILURE_POLICIES);
    return this;
  }
}

/** A declared agent validation: from the time it fires, it checks the agent's calls. */
export class AgentValidationDeclaration extends Declaration {
  limit: number | undefined;

  /** Ends the validation after `ticks` ticks. @throws {RangeError} when that is not a whole number from 0 on. */
  timeout(ticks: number): this {
    this.limit = wholeTicks(ticks, 0);
    return this;
  }
}

/** A declared condition or validation, which is checked repeatedly. */
export class PolledDeclaration extends Declaration {
  interval = 1;
  limit: number | undefined;

  /** Checks every `ticks` ticks. @throws {RangeError} when that is not a whole number from 1 on. */
  every(ticks: number): this {
    this.interval = wholeTicks(ticks, 1);
    return this;
  }

  /** Gives up after `ticks` ticks. @throws {RangeError} when that is not a whole number from 0 on. */
  timeout(ticks: number): this {
    this.limit = wholeTicks(ticks, 0);
    return this;
  }

  /** Checks until the run ends. */
  untilTheEnd(): this {
    this.limit = undefined;
    return this;
  }
}

freezeShared([Declaration, ActionDeclaration, AgentValidationDeclaration, PolledDeclaration]);

function wholeTicks(ticks: number, least: number): number {
  if (!Number.isSafeInteger(ticks) || ticks < least)
    throw new RangeError(
      `${describeValue(ticks)} is not a number of ticks. It must be a whole number from ${least} on.`,
    );
  return ticks;
}

const HINT_KINDS: readonly HintKind[] = ['task', 'environment'];
const ACTORS: readonly Actor[] = ['user', 'environment', 'agent'];
const TIME_COMPARATORS: readonly TimeComparator[] = ['less-than', 'greater-than', 'equal'];
const FAILURE_POLICIES: readonly OnFailure[] = ['continue', 'hold', 'stop'];

/** `word`, which is one of `words`. @throws {TypeError} when it is not. */
function checkedWord<Word extends string>(place: string, word: Word, words: readonly Word[]): Word {
  if (!words.includes(word)) refuseGiven(place, word, `one of ${quotedList(words)}`);
  return word;
}

/** The timing of a declared event. It also waits for the events in `results`, whose results its arguments use. */
export function timingOf(
  { offset, time, waitsFor, delay }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
  start: SimTime,
): Timing {
  if (waitsFor.length === 0 && results.length === 0)
    return timingFrom({ time, offset: offset ?? delay, edges: NO_EDGES }, start);
  const edges: Edge[] = [];
  for (const { event, delay } of waitsFor) {
    const id = ids.get(event);
    if (id !== undefined) edges.push({ event: id, delay });
  }
  for (const source of results) {
    const event = ids.get(source);
    if (event !== undefined && !edges.some((edge) => edge.event === event))
      edges.push({ event, delay: seconds(0) });
  }
  return timingFrom({ time, offset, edges }, start);
}

const NO_EDGES: readonly Edge[] = [];

/** A problem for an event that waits for an event that this scenario has not declared, or uses its result. */
export function undeclaredProblem(
  { waitsFor, place }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
): Problem | undefined {
  if (waitsFor.every(({ event }) => ids.has(event)) && results.every((source) => ids.has(source)))
    return undefined;
  const message = 'This event waits for one that was declared in another run. Declare both within events(…).';
  return { severity: 'error', message, place };
}

declare const resultBrand: unique symbol;

/** The result of an event that has not fired yet. */
export interface ResultOf<Value> {
  readonly [resultBrand]: Value;
}

/** The result of an event that has not fired yet. Its fields are results, too. */
export type Result<Value> = ResultOf<Value> &
  (Value extends object ? { readonly [Key in keyof Value]: Result<Value[Key]> } : unknown);

/** `Value`, or a value that is or contains the result of an event. */
type OrResult<Value> = JsonObject extends Value
  ? Value | ResultOf<unknown> | JsonFields | (Json extends Value ? JsonOrResult : never)
  : | Value
    | Result<Value>
    | (Value extends readonly (infer Item)[]
        ? readonly OrResult<Item>[]
        : Value extends object
          ? { readonly [Key in keyof Value]: OrResult<Value[Key]> }
          : never);

/** JSON that may contain results of events. The compiler cannot analyse JSON of any depth, so any result is accepted in it. */
type JsonOrResult = Exclude<Json, object> | ResultOf<unknown> | readonly JsonOrResult[] | JsonFields;

interface JsonFields {
  readonly [key: string]: JsonOrResult;
}

/** The event of a result, and the path into the result. */
interface Origin {
  readonly declaration: object;
  readonly path: readonly string[];
}

/** An empty list, never written to: `append` creates a new list for the first result. */
const NONE: object[] = [];

const origins = new WeakMap<object, Origin>();

/** A proxy that represents the result of an event; its fields represent parts of the result. */
function resultOf<Value>(declaration: object, path: readonly string[] = []): Result<Value> {
  const result = new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive) return refuseText;
        return typeof key === 'string' ? resultOf<unknown>(declaration, [...path, key]) : undefined;
      },
    },
  );
  origins.set(result, { declaration, path });
  return result as Result<Value>;
}

/** Throws: called when a result is used in a text or a sum. */
function refuseText(): never {
  throw new TypeError(
    'The result of an event is not known before it fires. Pass it as a whole argument, not within a text or a sum.',
  );
}

/**
 * `args` with each of its `results` written as a reference, `{ $result: id, path }`.
 *
 * @throws {TypeError} when another value in `args` is not JSON, or -0.
 */
export function writeReferences(
  args: object,
  results: readonly object[],
  idOf: (declaration: object) => string,
): JsonObject {
  const written = results.length === 0 ? args : withReferences(args, idOf);
  return copyJson(written, 'arguments', refuseNegativeZero) as JsonObject;
}

function withReferences(value: unknown, idOf: (declaration: object) => string, depth = 0): unknown {
  if (!isObjectOrList(value)) return value;
  if (depth > MAX_JSON_DEPTH)
    throw new TypeError(`The arguments are more than ${MAX_JSON_DEPTH} levels deep or contain themselves.`);
  const origin = origins.get(value);
  if (origin !== undefined) return { $result: idOf(origin.declaration), path: origin.path };
  if (Array.isArray(value)) return value.map((item) => withReferences(item, idOf, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, withReferences(field, idOf, depth + 1)]),
  );
}

const TOO_LARGE = new Error('too large');

/** The number of values that the running search has visited. */
let visitedCount = 0;

/** The declarations whose results are used in `value`. Empty if `value` is too large to copy or contains itself. */
export function resultsIn(value: unknown): readonly object[] {
  visitedCount = 0;
  try {
    return withResultsIn(value, NONE, 0);
  } catch (thrown) {
    if (thrown === TOO_LARGE) return NONE;
    throw thrown;
  }
}

/** `found`, extended by the results in `value`. Written as loops, because it runs for every argument of every event. */
function withResultsIn(value: unknown, found: object[], depth: number): object[] {
  visitedCount += 1;
  if (depth > MAX_JSON_DEPTH || visitedCount > MAX_VALUES) throw TOO_LARGE;
  if (!isObjectOrList(value)) return found;
  const origin = origins.get(value);
  if (origin !== undefined) return append(found, origin.declaration);
  let all = found;
  if (Array.isArray(value)) for (const item of value) all = withResultsIn(item, all, depth + 1);
  else for (const key in value) all = withResultsIn((value as Record<string, unknown>)[key], all, depth + 1);
  return all;
}

type AppsOf = Readonly<Record<string, AppInstance>>;

type OptionalNames<Args> = {
  [Name in keyof Args]: Args[Name] extends OptionalArgument<unknown> ? Name : never;
}[keyof Args];

type GivenValue<One> = One extends Argument<infer Value> ? OrResult<Value> : never;

/** The same type with its fields written out, so that editors show the arguments instead of helper types. */
type Plain<Type> = Type extends infer Whole ? { readonly [Name in keyof Whole]: Whole[Name] } : never;

/** The arguments of a tool in a scenario: arguments with defaults are optional, and results of events may be used anywhere. */
export type Given<Args extends Arguments> = Plain<
  {
    readonly [Name in Exclude<keyof Args, OptionalNames<Args>>]: GivenValue<Args[Name]>;
  } & { readonly [Name in OptionalNames<Args>]?: GivenValue<Args[Name]> }
>;

/** Whether a tool can be called without arguments: it takes none, or all of them have defaults. */
type MayBeLeftOut<Args extends Arguments> =
  Readonly<Record<string, never>> extends Args ? true : object extends Given<Args> ? true : false;

type Captured<One> =
  One extends Tool<never, infer Args, infer Value>
    ? MayBeLeftOut<Args> extends true
      ? (args?: Given<Args>) => ActionDeclaration<Value>
      : (args: Given<Args>) => ActionDeclaration<Value>
    : never;

/** The apps while events are declared: calling a tool declares an event, which calls the tool when it fires. */
export type CapturedApps<Apps extends AppsOf> = {
  readonly [Name in keyof Apps]: {
    readonly [ToolName in keyof Apps[Name]['tools']]: Captured<Apps[Name]['tools'][ToolName]>;
  };
};

/** The states of the apps, as checks read them. */
export type StatesOf<Apps extends AppsOf> = { readonly [Name in keyof Apps]: ReadOnly<Apps[Name]['state']> };

/** Checks of the apps' states, by name. */
interface StateChecks<Apps extends AppsOf> {
  /** Each milestone must hold at one check before the timeout. */
  readonly milestones?: Readonly<Record<string, Predicate<StatesOf<Apps>>>>;
  /** No minefield may ever hold. */
  readonly minefields?: Readonly<Record<string, Predicate<StatesOf<Apps>>>>;
}

/** Checks of the agent's calls and of the apps' states after each call, by name. */
interface CallChecks<Apps extends AppsOf> {
  /** Each milestone must hold for one call before the timeout. */
  readonly milestones?: Readonly<Record<string, ActionPredicate<StatesOf<Apps>>>>;
  /** No minefield may hold for any call. */
  readonly minefields?: Readonly<Record<string, ActionPredicate<StatesOf<Apps>>>>;
}

/** The functions, besides the apps' tools, with which a scenario declares events. */
export interface Authoring<Apps extends AppsOf> {
  /** Declares a condition, which is checked each tick until it holds. Then its successors are released. */
  readonly condition: (name: string, holds: Predicate<StatesOf<Apps>>) => PolledDeclaration;
  /**
   * Declares milestones that must be reached in time and minefields that must never be triggered. They are checked each tick
   * until the timeout, or once if there is no timeout.
   */
  readonly validation: (checks: StateChecks<Apps>) => PolledDeclaration;
  /**
   * Declares milestones that one of the agent's calls must reach and minefields that no call may trigger, from the time the event
   * fires.
   */
  readonly agentValidation: (checks: CallChecks<Apps>) => AgentValidationDeclaration;
  /** Makes a call the oracle's: an action of a perfect agent. It is carried out in oracle mode only. */
  readonly oracle: <Value>(action: ActionDeclaration<Value>) => ActionDeclaration<Value>;
  /** Ends the run after the tick in which it fires. */
  readonly stop: () => Declaration;
}

/** Captures the events that a scenario declares, in order. */
export function capture<Apps extends AppsOf>(
  apps: Apps,
  host: ScenarioHost,
): { apps: CapturedApps<Apps>; authoring: Authoring<Apps>; declared: readonly Declaration[] } {
  const declared: Declaration[] = [];
  const here = (): SourceLocation | undefined => host.callSite();
  const note = <One extends Declaration>(declaration: One): One => {
    declared.push(declaration);
    return declaration;
  };

  const captured = Object.fromEntries(
    Object.entries(apps).map(([app, { tools, class: className }]) => [
      app,
      toolFunctions(`${app} (${className})`, tools, (tool, name) => (args: object = {}) => {
        if (!hasNamedFields(args)) refuseGiven(`${app}.${name}(args)`, args, 'an object with the arguments');
        const content = { kind: 'action', app, tool: name, args } as const;
        return note(new ActionDeclaration(content, defaultCaller(tool), here()));
      }),
    ]),
  );

  const authoring: Authoring<Apps> = {
    condition(name, holds) {
      if (typeof name !== 'string') refuseGiven('condition(name, check)', name, 'a name');
      if (typeof holds !== 'function') refuseGiven('condition(name, check)', holds, 'a check');
      refuseGenerator('condition(name, check)', holds);
      return note(new PolledDeclaration({ kind: 'condition', name, holds }, here()));
    },
    validation(checks) {
      const { milestones, minefields } = givenChecks('validation', checks);
      const content = { kind: 'validation', milestones, minefields } as const;
      return note(new PolledDeclaration(content, here()).timeout(1));
    },
    agentValidation(checks) {
      const { milestones, minefields } = givenChecks('agentValidation', checks);
      const content = { kind: 'agent-validation', milestones, minefields } as const;
      return note(new AgentValidationDeclaration(content, here()));
    },
    oracle(action) {
      if (!(action instanceof ActionDeclaration)) refuseGiven('oracle(call)', action, 'a call of a tool');
      action.actor = 'agent';
      action.isOracle = true;
      return action;
    },
    stop: () => note(new Declaration({ kind: 'stop' }, here())),
  };
  return { apps: captured as CapturedApps<Apps>, authoring, declared };
}

type Checks<Check> = Readonly<Record<string, Check>>;

/**
 * The milestones and minefields that were passed to `place`.
 * @throws {TypeError} when they are not checks.
 */
function givenChecks<Check>(
  place: string,
  checks: { readonly milestones?: Checks<Check>; readonly minefields?: Checks<Check> },
): { readonly milestones: Checks<Check>; readonly minefields: Checks<Check> } {
  if (!hasNamedFields(checks))
    refuseGiven(`${place}(checks)`, checks, 'an object such as { milestones: { name: check } }');
  const { milestones = {}, minefields = {} } = checks;
  for (const [kind, named] of Object.entries({ milestones, minefields })) {
    if (!hasNamedFields(named)) refuseGiven(`${place}: ${kind}`, named, 'an object such as { name: check }');
    for (const [name, check] of Object.entries(named)) {
      if (typeof check !== 'function') refuseGiven(`${place}: ${kind}["${name}"]`, check, 'a check');
      refuseGenerator(`${place}: ${kind}["${name}"]`, check);
    }
  }
  return { milestones, minefields };
}

/** The default caller of a tool: the user if only the user may call the tool, otherwise the environment. */
function defaultCaller({ callers }: Tool<never>): Actor {
  return callers.includes('user') && !callers.includes('environment') ? 'user' : 'environment';
}

/** Maps tools to functions. Using a missing tool throws an error that lists the existing ones. */
function toolFunctions<Of, To>(
  owner: string,
  tools: Readonly<Record<string, Of>>,
  map: (tool: Of, name: string) => To,
): Readonly<Record<string, To>> {
  const known = Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, map(tool, name)]));
  return new Proxy(known, {
    get(target, name) {
      if (typeof name === 'symbol' || Object.hasOwn(target, name)) return target[name as string];
      throw new TypeError(`${owner} has no tool "${name}". Its tools are ${Object.keys(target).join(', ')}.`);
    },
  });
}
