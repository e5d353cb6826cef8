import {
  digitValue,
  findingsText,
  getOwn,
  isJsonObject,
  type Json,
  readJson,
  readPythonLiteral,
} from '../model/index.ts';
import { refuse, ToolError } from '../world/index.ts';

/**
 * Parses a value that ARE recorded as text, with the name of its Python class. Lists and dictionaries are JSON or, if JSON cannot
 * hold them, Python literals. A value of another class, or with a text that does not fit its class, is read as text.
 */
export function readRecordedValue(text: string | null, type: string | null): Json {
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
      return parseCollection(text, Array.isArray);
    case 'dict':
      return parseCollection(text, isJsonObject);
    case null:
    default:
      return text;
  }
}

/** The list or dictionary in `text`; `text` itself if the value does not satisfy `fits`. */
function parseCollection(text: string, fits: (value: Json) => boolean): Json {
  const read = readJson(text);
  const value = 'value' in read ? read.value : readPythonLiteral(text);
  return value !== undefined && fits(value) ? value : text;
}

/** A value in the form of trace files: its text, and the name of its Python class. */
export interface WrittenValue {
  readonly value: string | null;
  readonly type: string | null;
}

/**
 * Writes `value` so that {@link readRecordedValue} restores it. ARE itself writes 0, false and '' like null.
 * @param declared the type that the tool declares: ARE refuses whole numbers where a `float` is declared, so they are written as
 * `20.0`
 */
export function writeValue(value: Json, declared = ''): WrittenValue {
  if (value === null) return { value: null, type: null };
  if (typeof value === 'string') return { value, type: 'str' };
  if (typeof value === 'boolean') return { value: value ? 'True' : 'False', type: 'bool' };
  const wantsFloat = FLOAT_TYPE.test(declared);
  if (typeof value === 'number') {
    const isInt = Number.isSafeInteger(value) && !wantsFloat;
    return { value: numberText(value, wantsFloat), type: isInt ? 'int' : 'float' };
  }
  return { value: jsonText(value, wantsFloat), type: Array.isArray(value) ? 'list' : 'dict' };
}

/** Matches `float`, `float | None`, `dict[str, float]` and so on, but not `int | float`. */
const FLOAT_TYPE = /^(?:list\[|dict\[str, )?float\b/;

const numberText = (value: number, isFloat: boolean): string =>
  isFloat && Number.isSafeInteger(value) ? `${value}.0` : String(value);

/** `value` as JSON. With `isFloat`, whole numbers in it are written with a decimal point. */
function jsonText(value: Json, isFloat: boolean): string {
  if (!isFloat || typeof value !== 'object' || value === null)
    return typeof value === 'number' ? numberText(value, isFloat) : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item as Json, isFloat)).join(',')}]`;
  const fields = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}:${jsonText(field, isFloat)}`,
  );
  return `{${fields.join(',')}}`;
}

const plainTypes: ReadonlySet<string> = new Set([
  'str',
  'int',
  'float',
  'bool',
  'NoneType',
  'list',
  'tuple',
  'dict',
]);

/** Whether {@link readRecordedValue} parses values of the Python class `type`; other values stay text. */
export const isPlainType = (type: string): boolean => plainTypes.has(type);

/** Whether {@link readArgument} parses values of the declared `type`; other values stay text. */
export const isArgumentType = (type: string): boolean =>
  isPlainType(/^(?:Optional\[)?(\w+)/.exec(type)?.[1] ?? '');

/**
 * Reads an argument as ARE does: its text, with the type that the tool declares (`list[str] | None`) or the Python class of the
 * value beside it. A text that fits neither is read as text.
 */
export function readArgument(text: string | null, type: string | null): Json {
  try {
    // An older way of writing `int | None`.
    return parseValue(text, type?.replace(/^Optional\[(.*)\]$/, '$1 | None') ?? null).value;
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return readRecordedValue(text, /^\w+/.exec(type ?? '')?.[0] ?? null);
  }
}

/** A value, and the name of its Python class. */
export interface TypedValue {
  readonly value: Json;
  readonly type: 'NoneType' | 'str' | 'int' | 'float' | 'bool' | 'list' | 'dict';
}

/**
 * Parses `text` as a value of a declared `type`, such as `int`, `list[str]` or `str | None`, as ARE's scenario editor does: of
 * several types the first one counts, and placeholders stay text.
 * @throws {ToolError} `ValueError` when the text does not fit its type, or texts cannot be parsed as that type.
 */
export function parseValue(text: string | null, type: string | null): TypedValue {
  if (text === null && type === null) return { value: null, type: 'NoneType' };
  if (text !== null && PLACEHOLDER.test(text)) return { value: text, type: 'str' };
  if (type === null) return refuse('TypeError', 'The value has no type.');
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

const trueTexts = new Set(['true', '1', 't', 'y', 'yes']);
const PLACEHOLDER = /^\{\{[^\n]*\}\}\n?$/;
const INT = /^[+-]?\d+(?:_\d+)*$/;
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;

type Reader = (text: string, type: string) => TypedValue;

const readers: Readonly<Record<string, Reader>> = {
  str: (text) => ({ value: text, type: 'str' }),
  bool: (text) => ({ value: trueTexts.has(text.toLowerCase()), type: 'bool' }),
  int: (text) => ({ value: number(text, INT, 'int'), type: 'int' }),
  float: (text) => ({ value: number(text, FLOAT, 'float'), type: 'float' }),
  list: json,
  dict: json,
};

function number(text: string, form: RegExp, type: string): number {
  const latin = text.trim().replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  const value = Number(latin.replaceAll('_', ''));
  if (!form.test(latin) || !Number.isFinite(value))
    refuse('ValueError', `Error converting value ${text} to ${type}: it is no ${type}.`);
  return value;
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

/** Whether ARE refuses an argument in a file: an empty text is refused unless the type includes `None`. */
export const isRefusedArgument = (text: string | null, type: string | null): boolean =>
  text === '' && (type === null || !allowsNone(type));

/** Whether `type` is `Optional[…]`, or has `None` among its alternatives outside of brackets. */
function allowsNone(type: string): boolean {
  if (/^Optional\[.*\]$/.test(type)) return true;
  const parts = type.split(/(?![^[\]()<>]*[\])>])\|/).map((part) => part.trim());
  return parts.length > 1 && parts.includes('None');
}
