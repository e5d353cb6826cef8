import {
  type ArgumentChecker,
  isJsonObject,
  type Json,
  PYTHON_SPACE,
  pythonText,
  readDatetime,
} from '../../model/index.ts';
import { JudgeError } from './events.ts';

/** Options of a comparison of two values. */
export interface CheckerOptions {
  /** Names of attendees that may be present or missing. */
  readonly tolerated: readonly string[];
  /** Texts that the agent's value has to contain. */
  readonly targets?: readonly string[] | undefined;
  /** Whether `eq_checker` distinguishes booleans from the numbers 0 and 1, unlike ARE's. */
  readonly isExact?: boolean;
}

/** Whether the agent's value matches the oracle's. @throws {JudgeError} for values that cannot be compared. */
export type ArgumentTest = (agent: Json) => boolean;

/**
 * Creates the test of an argument against the oracle's value. The oracle's value is prepared once, because a run may compare
 * thousands of calls with it. A test throws for values that ARE's checker cannot compare, which fails the whole run.
 */
export function argumentTest(checker: ArgumentChecker, oracle: Json, options: CheckerOptions): ArgumentTest {
  switch (checker) {
    case 'eq_checker': {
      const keyOf = (value: Json): string => valueKey(value, options.isExact);
      const key = once(() => keyOf(oracle));
      return (agent) => agent === oracle || keyOf(agent) === key();
    }
    case 'unordered_list_checker':
      return setTest(oracle, (item) => item);
    case 'path_checker':
      return unlessNone(oracle, plainPath);
    case 'unordered_path_list_checker':
      return setTest(oracle, plainPath);
    case 'datetime_checker':
      return unlessNone(oracle, parsedTime);
    case 'phone_number_checker':
      return unlessNone(oracle, digitsOf);
    case 'eq_str_strip_checker':
      return (agent) => trimmedText(agent) === trimmedText(oracle);
    case 'list_attendees_checker':
      return (agent) => areSameAttendees(agent, oracle, options.tolerated);
    case 'contain_any_checker':
      return (agent) => targetsOf(options).some((target) => lowerText(agent).includes(target));
    case 'contain_all_checker':
      return (agent) => targetsOf(options).every((target) => lowerText(agent).includes(target));
    case 'llm_checker':
      return () => true;
  }
}

/** Creates a test: None equals only None; other values are equal if `normalized` returns equal results. */
function unlessNone(oracle: Json, normalized: (value: Json) => string | number): ArgumentTest {
  const wanted = once(() => normalized(oracle));
  return (agent) => (agent === null || oracle === null ? agent === oracle : normalized(agent) === wanted());
}

/** A function that calls `compute` once, at its first use. */
export function once<Value>(compute: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  return () => (value ??= { of: compute() }).of;
}

/** Whether a value counts as false in Python. */
export const isFalsy = (value: Json): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * A key that is equal for equal values. The order of fields does not count, numbers are compared by value and, unless `isExact`,
 * booleans equal 0 and 1, as in Python.
 */
function valueKey(value: Json, isExact = false): string {
  if (typeof value === 'boolean' && !isExact) return value ? '1' : '0';
  if (Array.isArray(value))
    return `[${(value as readonly Json[]).map((item) => valueKey(item, isExact)).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${valueKey(value[key]!, isExact)}`).join()}}`;
}

// Lists

/** Creates a test for equality as sets. None counts as an empty list. */
function setTest(oracle: Json, normalized: (item: Json) => Json): ArgumentTest {
  const wanted = once(() => new Set(itemKeys(oracle, normalized)));
  return (agent) => {
    if (agent === null || oracle === null) {
      const other = agent ?? oracle;
      return other === null || isFalsy(other);
    }
    const keys = itemKeys(agent, normalized);
    return keys.every((key) => wanted().has(key)) && new Set(keys).size === wanted().size;
  };
}

const itemKeys = (value: Json, normalized: (item: Json) => Json): readonly string[] =>
  itemsOf(value).map((item) => {
    if (typeof item === 'object' && item !== null)
      throw new JudgeError(
        `${pythonOrJson(item)} is a list or an object, and cannot be compared as part of a list.`,
      );
    const plain = normalized(item);
    return typeof plain === 'string' ? plain : `\0${valueKey(plain)}`;
  });

/** The items that Python iterates over: the characters of a text, the keys of an object. */
function itemsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  if (typeof value === 'string') return Array.from(value);
  if (isJsonObject(value)) return Object.keys(value);
  throw new JudgeError(`${pythonOrJson(value)} is not a list.`);
}

const areSameKeys = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((key) => other.has(key));

function areSameAttendees(agent: Json, oracle: Json, tolerated: readonly string[]): boolean {
  const free = new Set(tolerated.map(normalizedText));
  const needed = (value: Json): ReadonlySet<string> =>
    new Set(
      (value === null ? [] : itemsOf(value))
        .map((item) => normalizedText(textOf(item)))
        .filter((name) => !free.has(name)),
    );
  if (oracle === null || itemsOf(oracle).length === 0) return true;
  if (isJsonObject(oracle)) throw new JudgeError(`${pythonOrJson(oracle)} is not a list.`);
  const names = needed(oracle);
  return names.size === 0 || areSameKeys(needed(agent), names);
}

// Texts

const OUTER_SPACE = new RegExp(`^${PYTHON_SPACE}+|${PYTHON_SPACE}+$`, 'gu');
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** A text without white space around it. */
export const trimmed = (text: string): string => text.replace(OUTER_SPACE, '');

/** A text as the judge compares it: lower case, without accents and ASCII punctuation, trimmed. Spaces inside stay. */
export const normalizedText = (text: string): string =>
  trimmed(
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .replace(PUNCTUATION, ''),
  );

const trimmedText = (value: Json): string => (isFalsy(value) ? '' : trimmed(textOf(value)));

const lowerText = (value: Json): string => textOf(value).toLowerCase();

function targetsOf({ targets }: CheckerOptions): readonly string[] {
  if (targets === undefined) throw new JudgeError('The check needs the texts to look for, its "targets".');
  return targets.map((target) => target.toLowerCase());
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  throw new JudgeError(`${pythonOrJson(value)} is not a text.`);
}

const pythonOrJson = (value: Json): string =>
  typeof value === 'string' ? JSON.stringify(value) : pythonText(value);

// Telephone numbers

/** Python's `isdigit`: decimal digits of any script, and other digits such as superscripts. */
const DIGIT =
  /[\p{Nd}\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]/gu;

const digitsIn = (text: string): string => (text.match(DIGIT) ?? []).join('');

/** The digits of a text; for a list, the items that have only digits. */
const digitsOf = (value: Json): string =>
  typeof value === 'string'
    ? digitsIn(value)
    : itemsOf(value)
        .map(textOf)
        .filter((item) => digitsIn(item) === item)
        .join('');

// Paths

/** A path without `.`, `..`, doubled and leading slashes. Works on the text only, without reading a file system. */
function plainPath(value: Json): string {
  const path = textOf(value);
  if (path === '') return '.';
  const isAbsolute = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  return parts.length === 0 && !isAbsolute ? '.' : parts.join('/');
}

// Dates

/** Seconds since the Unix epoch. @throws {JudgeError} when `value` is not a date and a time. */
function parsedTime(value: Json): number {
  const seconds = readDatetime(textOf(value));
  if (seconds === undefined)
    throw new JudgeError(`${pythonOrJson(value)} is not a date and a time such as 2024-10-16 09:30:00.`);
  return seconds;
}
