import { findingsText, getOwn, isJsonObject, type Json, readJson } from '../model/index.ts';
import { refuse, ToolError } from '../world/index.ts';

/** Written for one of the field's types, and the type's name as the field says it. */
export interface TypedValue {
  readonly value: Json;
  readonly type: 'NoneType' | 'str' | 'int' | 'float' | 'bool' | 'list' | 'dict';
}

const TRUE = new Set(['true', '1', 't', 'y', 'yes']);
const PLACEHOLDER = /^\{\{[^\n]*\}\}\n?$/;
const INT = /^[+-]?\d+(?:_\d+)*$/;
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?$/;

/**
 * The value that `text` stands for in a scenario file whose argument has `type`, such as `int`, `list[str]` or
 * `str | None`. The first of several types counts. Placeholders stay text.
 *
 * @throws {ToolError} `ValueError` when the text does not fit its type, or the type is none that texts are read as.
 */
export function parseValue(text: string | null, type: string | null): TypedValue {
  if (text === null && type === null) return { value: null, type: 'NoneType' };
  if (text !== null && PLACEHOLDER.test(text)) return { value: text, type: 'str' };
  if (type === null) return refuse('TypeError', 'found no type, wanted one');
  if (text === null || text === '')
    return allowsNone(type)
      ? { value: null, type: 'NoneType' }
      : refuse('ValueError', `Non-optional type ${type} cannot be None or empty.`);

  const first = /^(?:Optional\[(.*)\]|([\p{L}\p{N}_]+))/u.exec(type);
  if (first === null) return refuse('ValueError', `Invalid type format: ${type}.`);
  const base = (first[1] ?? first[2]) || 'None';
  const read = getOwn(readers, base);
  return read === undefined ? refuse('ValueError', `Unsupported type ${base}.`) : read(text, base);
}

type Reader = (text: string, type: string) => TypedValue;

const readers: Readonly<Record<string, Reader>> = {
  str: (text) => ({ value: text, type: 'str' }),
  bool: (text) => ({ value: TRUE.has(text.toLowerCase()), type: 'bool' }),
  int: (text) => ({ value: number(text, INT, 'int'), type: 'int' }),
  float: (text) => ({ value: number(text, FLOAT, 'float'), type: 'float' }),
  list: json,
  dict: json,
};

function number(text: string, form: RegExp, type: string): number {
  const latin = text.trim().replace(/\p{Nd}/gu, latinDigit);
  const value = Number(latin.replaceAll('_', ''));
  if (!form.test(latin) || !Number.isFinite(value))
    refuse('ValueError', `Error converting value ${text} to ${type}: found no ${type}.`);
  return value;
}

/** Digits of all scripts count. They stand in tens, which begin at a code that ends in 0 or in 6; only those of mathematics do not. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  const beginsAtSix = !/\p{Nd}/u.test(String.fromCodePoint(code & ~15));
  return String((code & 15) - (beginsAtSix ? 6 : 0));
}

function json(text: string, type: string): TypedValue {
  const read = readJson(text);
  if ('findings' in read)
    return refuse(
      'ValueError',
      `Error converting to JSON value ${text} to ${type}: ${findingsText(read.findings)}`,
    );
  return { value: read.value, type: typeName(read.value, text) };
}

function typeName(value: Json, text: string): TypedValue['type'] {
  if (value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (isJsonObject(value)) return 'dict';
  if (typeof value === 'number') return /[.eE]/.test(text) ? 'float' : 'int';
  return typeof value === 'boolean' ? 'bool' : 'str';
}

/** `Optional[…]`, or `None` among the types that bars separate, brackets aside. */
function allowsNone(type: string): boolean {
  if (/^Optional\[.*\]$/.test(type)) return true;
  const parts = type.split(/(?![^[\]()<>]*[\])>])\|/).map((part) => part.trim());
  return parts.length > 1 && parts.includes('None');
}

const DEEPEST = 200;

/** Characters. What is longer is no argument anybody wrote. */
const LONGEST = 1_000_000;

const TOKEN =
  /\s*(?:([[\](){},:])|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(True|False|None)\b|('[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))\s*/suy;

const words: Readonly<Record<string, Json>> = { True: true, False: false, None: null };
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** What Python's `repr` of plain lists, dictionaries, texts, numbers and constants says; `undefined` for all else. */
function readPythonLiteral(text: string): Json | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  let at = 0;

  const value = (depth: number): Json | undefined => {
    const token = tokens[at++];
    if (token === undefined || depth > DEEPEST) return undefined;
    if (Object.hasOwn(closers, token))
      return token === '{' ? dictionary(depth) : list(closers[token]!, depth);
    if (Object.hasOwn(words, token)) return words[token];
    if (/^['"]/.test(token)) return unquoted(token);
    return /^[-\d]/.test(token) ? Number(token) : undefined;
  };

  const list = (closer: string, depth: number): Json | undefined => {
    const items: Json[] = [];
    while (tokens[at] !== closer) {
      const item = value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (!separated(closer)) return undefined;
    }
    at++;
    return items;
  };

  const dictionary = (depth: number): Json | undefined => {
    const fields: Record<string, Json> = {};
    while (tokens[at] !== '}') {
      const key = value(depth + 1);
      if (typeof key !== 'string' || key === '__proto__' || tokens[at++] !== ':') return undefined;
      const field = value(depth + 1);
      if (field === undefined || !separated('}')) return undefined;
      fields[key] = field;
    }
    at++;
    return fields;
  };

  /** Steps over a comma; without one the list must end here. */
  const separated = (closer: string): boolean => {
    if (tokens[at] !== ',') return tokens[at] === closer;
    at++;
    return true;
  };

  const whole = value(0);
  return at === tokens.length ? whole : undefined;
}

function tokensOf(text: string): string[] | undefined {
  if (text.length > LONGEST) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    tokens.push(match[0].trim());
  }
  return tokens;
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const unquoted = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(
      /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gsu,
      (all, ...groups: string[]) => {
        const [byte, short, long, letter] = groups;
        const code = byte ?? short ?? long;
        if (code === undefined) return escapes[letter!] ?? all;
        return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff));
      },
    );

const PLAIN: ReadonlySet<string> = new Set([
  'str',
  'int',
  'float',
  'bool',
  'NoneType',
  'list',
  'tuple',
  'dict',
]);

/** Whether values of the Python class `type` are read as what they were. */
export const isPlainType = (type: string): boolean => PLAIN.has(type);

/**
 * The value that the field wrote as `text`, with the name of its Python class beside it. Lists and dictionaries are JSON
 * or, where JSON could not hold them, Python's own notation. What is of another class, or does not read as what it says
 * it is, stays the text it was.
 */
export function valueOf(text: string | null, type: string | null): Json {
  if (text === null) return null;
  switch (type) {
    case 'int':
      return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'float':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'bool':
      return text === 'True' || text === 'true' ? true : text === 'False' || text === 'false' ? false : text;
    case 'NoneType':
      return text === 'None' || text === 'null' ? null : text;
    case 'list':
    case 'tuple':
      return collection(text, Array.isArray);
    case 'dict':
      return collection(
        text,
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      );
    case null:
    default:
      return text;
  }
}

function collection(text: string, fits: (value: Json) => boolean): Json {
  const read = readJson(text);
  const value = 'value' in read ? read.value : readPythonLiteral(text);
  return value !== undefined && fits(value) ? value : text;
}

/** A value as the field's files have it: as text, with the name of its Python class beside it. */
export interface ValueText {
  readonly value: string | null;
  readonly type: string | null;
}

/** `value` written so that {@link valueOf} reads it again. Unlike the field's own it tells 0, false and '' from null. */
export function textOf(value: Json): ValueText {
  if (value === null) return { value: null, type: null };
  if (typeof value === 'string') return { value, type: 'str' };
  if (typeof value === 'boolean') return { value: value ? 'True' : 'False', type: 'bool' };
  if (typeof value === 'number')
    return { value: String(value), type: Number.isSafeInteger(value) ? 'int' : 'float' };
  return { value: JSON.stringify(value), type: Array.isArray(value) ? 'list' : 'dict' };
}

/** An older way to write that a value may be none, by which only plain types are known. */
const OPTIONAL = /^Optional\[(.*)\]$/;

/**
 * The value that a scenario's file wrote as `text`. Beside it stands what the tool declares, such as `list[str] | None`,
 * or the class of the value. What does not read as either stays the text it was.
 */
export function argumentOf(text: string | null, type: string | null): Json {
  try {
    return parseValue(text, type?.replace(OPTIONAL, '$1 | None') ?? null).value;
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return valueOf(text, /^\w+/.exec(type ?? '')?.[0] ?? null);
  }
}
