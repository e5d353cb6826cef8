import { freezeShared, type Json, MAX_JSON_DEPTH, truncate } from '../model/index.ts';

/** The maximum number of values in a copy: a list that contains another list twice, and so on, soon exceeds any memory. */
export const MAX_VALUES = 5_000_000;

const MAX_PLACE_LENGTH = 200; // characters

/** The number of values in the running copy. */
let copied = 0;

/** The number of -0 among them, which JSON writes as 0. */
let negativeZeros = 0;

/** Whether the running copy keeps drafts instead of copying their originals. */
let keepsDrafts = false;

/** Called with the path of each -0, such as `pot.soup`; if there are many, only for the first. */
export type OnNegativeZero = (place: string) => void;

/**
 * A deep copy of `value` that shares nothing with it, drafts included. As in JSON, undefined fields are left out and -0 becomes
 * 0, which `onNegativeZero` reports. With `drafts: 'kept'`, the copy contains the drafts themselves.
 * @throws {TypeError} naming the path, beginning with `root`, at which `value` is not JSON.
 */
export function copyJson(
  value: unknown,
  root: string | (() => string) = 'value',
  onNegativeZero: OnNegativeZero = ignoreNegativeZero,
  drafts: 'copied' | 'kept' = 'copied',
): Json {
  // Getters of the author's may copy something else meanwhile.
  const outerCopied = copied;
  const outerNegativeZeros = negativeZeros;
  const outerKeepsDrafts = keepsDrafts;
  copied = 0;
  negativeZeros = 0;
  keepsDrafts = drafts === 'kept';
  try {
    const made = copy(value, 0);
    if (negativeZeros === 0) return made;
    const places: string[] = [];
    const whole = withoutNegativeZeros(made, rootName(root), places);
    for (const place of places) onNegativeZero(truncate(place, MAX_PLACE_LENGTH));
    return whole;
  } catch (thrown) {
    const start = rootName(root);
    if (thrown instanceof TooLargeError)
      throw new TypeError(`${start} has more than ${MAX_VALUES.toLocaleString('en-US')} values.`, {
        cause: thrown,
      });
    if (!(thrown instanceof NotJsonError)) throw thrown;
    const place = truncate(`${start}${thrown.path}`, MAX_PLACE_LENGTH);
    throw new TypeError(`${place} ${thrown.message}, which JSON cannot hold.`, { cause: thrown });
  } finally {
    copied = outerCopied;
    negativeZeros = outerNegativeZeros;
    keepsDrafts = outerKeepsDrafts;
  }
}

const ignoreNegativeZero: OnNegativeZero = () => undefined;

const rootName = (root: string | (() => string)): string => (typeof root === 'string' ? root : root());

/**
 * Refuses -0 in values that authors declare.
 * @throws {TypeError}
 */
export const refuseNegativeZero: OnNegativeZero = (place) => {
  throw new TypeError(`${place} is -0, which a log cannot keep. Write 0.`);
};

/** The most places of -0 in one value. */
const MAX_PLACES = 3;

/** `value`, which is already a copy, with 0 instead of -0. Adds the first paths of -0 to `places`. */
function withoutNegativeZeros(value: Json, place: string, places: string[]): Json {
  if (Object.is(value, -0)) {
    if (places.length < MAX_PLACES) places.push(place);
    return 0;
  }
  if (typeof value !== 'object' || value === null || isDraft(value)) return value;
  const fields = value as Record<string, Json>;
  for (const key of Object.keys(fields)) {
    const step = Array.isArray(value) ? `[${key}]` : `.${key}`;
    const path = places.length < MAX_PLACES ? `${place}${step}` : place;
    fields[key] = withoutNegativeZeros(fields[key]!, path, places);
  }
  return value;
}

/** Thrown for a value that is not JSON, described by a predicate such as `is NaN`. The path grows while the error leaves the recursion. */
class NotJsonError extends Error {
  path = '';
}

/** Thrown when the whole value is too large, so that no single path is to blame. */
class TooLargeError extends Error {}

// Authors find them as causes of other errors.
freezeShared([NotJsonError, TooLargeError]);

function copy(value: unknown, depth: number): Json {
  copied += 1;
  if (copied > MAX_VALUES) throw new TooLargeError();
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new NotJsonError(`is ${value}`);
      if (Object.is(value, -0)) negativeZeros += 1;
      return value;
    case 'object':
      if (value === null) return null;
      if (keepsDrafts) {
        const draft = draftFor(value);
        if (draft !== undefined) return draft as Json;
      }
      if (depth >= MAX_JSON_DEPTH)
        throw new NotJsonError(`is more than ${MAX_JSON_DEPTH} levels deep or contains itself`);
      return Array.isArray(value)
        ? copyList(originalOf(value) as unknown[], depth)
        : copyFields(originalOf(value) as Record<string, unknown>, depth);
    case 'undefined':
      throw new NotJsonError('is undefined');
    case 'function':
    case 'symbol':
    case 'bigint':
      throw new NotJsonError(`is a ${typeof value}`);
  }
}

function copyList(list: readonly unknown[], depth: number): Json {
  // Allocated at its full length: a list of one item then takes 56 bytes, instead of 185 when it grows from empty.
  const items = new Array<Json>(list.length);
  // By position, so that a hole is refused like any undefined item.
  for (let at = 0; at < list.length; at++)
    try {
      items[at] = copy(list[at], depth + 1);
    } catch (thrown) {
      throw withPathStep(thrown, `[${at}]`);
    }
  return items;
}

function copyFields(value: Record<string, unknown>, depth: number): Json {
  if (!isPlainObject(value)) throw new NotJsonError(`is ${typeName(value)}`);
  const fields: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new NotJsonError('has a field named __proto__');
    const field = value[key];
    if (field === undefined) continue;
    try {
      fields[key] = copy(field, depth + 1);
    } catch (thrown) {
      throw withPathStep(thrown, `.${key}`);
    }
  }
  return fields;
}

/** The kind of a value in words. Its `constructor` may be any value. */
function typeName({ constructor: made }: Record<string, unknown>): string {
  const name: unknown = typeof made === 'function' ? made.name : '';
  return typeof name === 'string' && name !== ''
    ? `${/^[AEIOU]/i.test(name) ? 'an' : 'a'} ${name}`
    : 'an object of a class';
}

function withPathStep(thrown: unknown, step: string): unknown {
  if (thrown instanceof NotJsonError) thrown.path = step + thrown.path;
  return thrown;
}

/** True for `{…}` of any realm: objects of a scenario have a different `Object.prototype`. */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The original object of a draft. */
interface Drafted {
  readonly original: object;
  readonly draft: object;
  /** The number of writes and undos of the original and of everything in it. */
  readonly version: number;
}

const drafts = new WeakMap<object, Drafted>();

/** Objects of the author that the running call has put into a state, and the state's copy of each. */
const inserted = new Map<object, Pick<Drafted, 'original' | 'draft'>>();

/** Functions that register the latest inserted objects on demand: registering them at once would double the time of an insert. */
let unregistered: (() => void)[] = [];

/** Records that `draft` is a draft of `drafted.original`. */
export function registerDraft(draft: object, drafted: Drafted): void {
  drafts.set(draft, drafted);
}

/** Records that the running call put `source` into the state as `copy`. Until {@link forgetInserted}, looking up `source` finds `copy`. */
export function registerInserted(source: object, copy: Pick<Drafted, 'original' | 'draft'>): void {
  inserted.set(source, copy);
}

/** Postpones a call of {@link registerInserted} for frozen objects until one of them may be looked up. */
export function registerLater(register: () => void): void {
  unregistered.push(register);
}

/** Registers all postponed objects. Called before a copy changes, while its parts still correspond to its source. */
export function registerNow(): void {
  if (unregistered.length === 0) return;
  const waiting = unregistered;
  unregistered = [];
  for (const register of waiting) register();
}

/** Forgets inserted objects at the end of a call. */
export function forgetInserted(): void {
  if (inserted.size > 0) inserted.clear();
  if (unregistered.length > 0) unregistered = [];
}

function registeredCopy(value: object): Pick<Drafted, 'original' | 'draft'> | undefined {
  const draft = drafts.get(value);
  if (draft !== undefined) return draft;
  if ((inserted.size === 0 && unregistered.length === 0) || Object.isExtensible(value)) return undefined;
  registerNow();
  return inserted.get(value);
}

export const isDraft = (value: object): boolean => drafts.has(value);

/** The draft that `value` is or stands for in a state; otherwise `undefined`. */
export const draftFor = (value: object): object | undefined => registeredCopy(value)?.draft;

/** The original of `value` if it is a draft or is in a state, otherwise `value` itself. */
export const originalOf = (value: object): object => registeredCopy(value)?.original ?? value;

/**
 * The version of the draft `value`, which changes with every write to it or to anything in it; `undefined` when `value` is not
 * a draft.
 */
export const versionOf = (value: object): number | undefined => drafts.get(value)?.version;
