import {
  type ActionPredicate,
  type Actor,
  type Edge,
  eventId,
  type EventId,
  append,
  type HintKind,
  type Json,
  type JsonObject,
  type OnFailure,
  parseInstant,
  type SourceLocation,
  type Problem,
  type Predicate,
  seconds,
  type SimSpan,
  type SimTime,
  type TimeComparator,
  type Timing,
  timingFrom,
} from '../model/index.ts';
import { copyJson } from '../state/index.ts';

/** What a declared event does when it fires. */
export type Doing =
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

/** Never written to: the first event to wait for makes another list. */
const NOTHING: { readonly event: Declaration; readonly delay: SimSpan }[] = [];

/** A hint that names no event yet. */
interface GivenHint {
  readonly text: string;
  /** By who acts, when left out. */
  readonly kind: HintKind | undefined;
}

const NO_HINTS: readonly GivenHint[] = [];

/** An event as the author declares it. Every method answers the declaration itself, so that calls chain. */
export class Declaration {
  readonly doing: Doing;
  readonly place: SourceLocation | undefined;
  waitsFor = NOTHING;
  givenId: string | undefined;
  offset: SimSpan | undefined;
  time: SimTime | undefined;
  isDormant = false;
  hints = NO_HINTS;

  constructor(doing: Doing, place: SourceLocation | undefined) {
    this.doing = doing;
    this.place = place;
  }

  /**
   * Names the event, for the log and for placeholders. Unique within the scenario.
   *
   * @throws {RangeError} when it is empty.
   */
  id(id: string): this {
    this.givenId = eventId(id);
    return this;
  }

  /** Due `time` after the start of the run, or at an instant written like `2026-01-05T09:30:00Z`. */
  at(time: SimSpan | string): this {
    if (typeof time === 'string') this.time = parseInstant(time);
    else this.offset = time;
    return this;
  }

  /** Leaves the event out until it is scheduled while the run goes on. Of no effect on one that waits for others. */
  dormant(): this {
    this.isDormant = true;
    return this;
  }

  /**
   * Adds a remark for people who read or judge runs; the agent never sees it. It is about the task when the user or the agent
   * acts, else about the environment, unless `kind` says otherwise.
   *
   * @throws {RangeError} when it is empty.
   */
  hint(text: string, kind?: HintKind): this {
    if (typeof text !== 'string' || text.trim() === '') throw new RangeError('hint(): The text is empty.');
    this.hints = [...this.hints, { text, kind }];
    return this;
  }

  /**
   * Waits until all of `events` have fired, and then `delay` longer. More calls wait for more.
   *
   * @throws {TypeError} when one of them is no event.
   */
  after(events: Declaration | readonly Declaration[], delay: SimSpan = seconds(0)): this {
    const given = (Array.isArray(events) ? events : [events]) as readonly unknown[];
    for (const event of given) {
      if (!(event instanceof Declaration)) throw new TypeError(`after(): ${String(event)} is not an event.`);
      this.waitsFor = append(this.waitsFor, { event, delay });
    }
    return this;
  }
}

/** The call of a tool, placed in time. */
export class ActionDeclaration<Value = unknown> extends Declaration {
  declare readonly doing: Doing & { readonly kind: 'action' };
  actor: Actor;
  isOracle = false;
  isUnchecked = false;
  expected: TimeComparator | undefined;
  failurePolicy: OnFailure = 'continue';
  #result: Result<Value> | undefined;

  constructor(doing: Doing & { kind: 'action' }, actor: Actor, place: SourceLocation | undefined) {
    super(doing, place);
    this.actor = actor;
  }

  /** What the tool will have answered: an argument for later events, whole or a part of it. */
  get result(): Result<Value> {
    this.#result ??= resultOf(this);
    return this.#result;
  }

  /** Says who acts, where the tool does not tell. */
  by(actor: Actor): this {
    this.actor = actor;
    return this;
  }

  /** How an oracle's action should lie to its time in the agent's run: a hint for judges. */
  expectedTime(comparator: TimeComparator): this {
    this.expected = comparator;
    return this;
  }

  /** Lets arguments through that the tool will refuse: then the event fails when it fires. */
  unchecked(): this {
    this.isUnchecked = true;
    return this;
  }

  /** What becomes of the events that wait for this one when it fails; they fire all the same unless told. */
  onFailure(policy: OnFailure): this {
    this.failurePolicy = policy;
    return this;
  }
}

/** What watches the agent's actions from the moment it fires. */
export class WatchDeclaration extends Declaration {
  limit: number | undefined;

  /** Watches for `ticks` ticks. @throws {RangeError} when that is not a whole number from 0 on. */
  timeout(ticks: number): this {
    this.limit = wholeTicks(ticks, 0);
    return this;
  }
}

/** Something that is looked at again and again. */
export class PolledDeclaration extends Declaration {
  interval = 1;
  limit: number | undefined;

  /** Looks every `ticks` ticks. @throws {RangeError} when that is not a whole number from 1 on. */
  every(ticks: number): this {
    this.interval = wholeTicks(ticks, 1);
    return this;
  }

  /** Gives up after `ticks` ticks. @throws {RangeError} when that is not a whole number from 0 on. */
  timeout(ticks: number): this {
    this.limit = wholeTicks(ticks, 0);
    return this;
  }

  /** Looks for as long as the run lasts. */
  untilTheEnd(): this {
    this.limit = undefined;
    return this;
  }
}

function wholeTicks(ticks: number, least: number): number {
  if (!Number.isSafeInteger(ticks) || ticks < least)
    throw new RangeError(`${ticks} is not a number of ticks. It must be a whole number from ${least} on.`);
  return ticks;
}

/** When `declaration` is due; `results` are the declarations whose results it uses, for whoever needs a result waits for it. */
export function timingOf(
  { offset, time, waitsFor }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
  start: SimTime,
): Timing {
  if (waitsFor.length === 0 && results.length === 0)
    return timingFrom({ time, offset, edges: NO_EDGES }, start);
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

/** Says so when `declaration` waits for an event, or uses the result of one, that this scenario has not declared. */
export function dangling(
  { waitsFor, place }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
): Problem | undefined {
  let isWhole = true;
  for (const { event } of waitsFor) isWhole &&= ids.has(event);
  for (const source of results) isWhole &&= ids.has(source);
  if (isWhole) return undefined;
  const message = 'This event waits for one that was declared in another run. Declare both within events(…).';
  return { severity: 'error', message, place };
}

declare const answers: unique symbol;

/** What an event will have answered with by the time it is needed: an argument for later events. */
export interface ResultOf<Value> {
  readonly [answers]: Value;
}

/** What an event will have answered, or a part of it: its fields are results too. */
export type Result<Value> = ResultOf<Value> &
  (Value extends object ? { readonly [Key in keyof Value]: Result<Value[Key]> } : unknown);

/** `Value`, or the result of an event in its place or anywhere within. */
export type OrResult<Value> = JsonObject extends Value
  ? Value | ResultOf<unknown> | JsonFields | (Json extends Value ? JsonOrResult : never)
  : | Value
    | Result<Value>
    | (Value extends readonly (infer Item)[]
        ? readonly OrResult<Item>[]
        : Value extends object
          ? { readonly [Key in keyof Value]: OrResult<Value[Key]> }
          : never);

/** Any JSON may be of any depth, which the compiler cannot take apart: there, all results are alike. */
type JsonOrResult = Exclude<Json, object> | ResultOf<unknown> | readonly JsonOrResult[] | JsonFields;

interface JsonFields {
  readonly [key: string]: JsonOrResult;
}

/** Where a result comes from: an event's declaration and the path into its value. */
interface Origin {
  readonly declaration: object;
  readonly path: readonly string[];
}

/** Never written to: the first that is found makes another list. */
const NONE: object[] = [];

const origins = new WeakMap<object, Origin>();

/** Stands for the result of the event that `declaration` declares. */
function resultOf<Value>(declaration: object, path: readonly string[] = []): Result<Value> {
  const stand = new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive) return noText;
        return typeof key === 'string' ? resultOf<unknown>(declaration, [...path, key]) : undefined;
      },
    },
  );
  origins.set(stand, { declaration, path });
  return stand as Result<Value>;
}

/** What a result does that is put into a text or reckoned with: it is not there yet. */
function noText(): never {
  throw new TypeError(
    'The result of an event is not known before it fires. Pass it as a whole argument, not within a text or a sum.',
  );
}

/**
 * `args` with every one of its `results` written as data: `{ $result: id, path }`.
 *
 * @throws {TypeError} when something else in it is not JSON.
 */
export function settle(
  args: object,
  results: readonly object[],
  idOf: (declaration: object) => string,
): JsonObject {
  return copyJson(results.length === 0 ? args : withIds(args, idOf), 'arguments') as JsonObject;
}

function withIds(value: unknown, idOf: (declaration: object) => string): unknown {
  if (!isObject(value)) return value;
  const origin = origins.get(value);
  if (origin !== undefined) return { $result: idOf(origin.declaration), path: origin.path };
  if (Array.isArray(value)) return value.map((item) => withIds(item, idOf));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withIds(field, idOf)]));
}

/** The declarations whose results stand in `value`. */
export const resultsIn = (value: unknown): readonly object[] => withResultsIn(value, NONE);

/** `found`, and what is found in `value`. In loops, for this is asked of all arguments of all events. */
function withResultsIn(value: unknown, found: object[]): object[] {
  if (!isObject(value)) return found;
  const origin = origins.get(value);
  if (origin !== undefined) return append(found, origin.declaration);
  let all = found;
  if (Array.isArray(value)) for (const item of value) all = withResultsIn(item, all);
  else for (const key in value) all = withResultsIn((value as Record<string, unknown>)[key], all);
  return all;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
