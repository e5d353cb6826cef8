import { refuse } from '../apps/tool.ts';
import { isJsonObject, type Json } from '../model/json.ts';
import { own } from '../model/own.ts';

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
  const read = own(readers, base);
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

/** JSON has words for numbers that no number is large enough for. */
function finite(_key: string, part: unknown): unknown {
  if (part === Infinity || part === -Infinity) throw new RangeError('found a number too large');
  return part;
}

function json(text: string, type: string): TypedValue {
  try {
    const value = JSON.parse(text, finite) as Json;
    return { value, type: typeName(value, text) };
  } catch (thrown) {
    return refuse(
      'ValueError',
      `Error converting to JSON value ${text} to ${type}: ${(thrown as Error).message}.`,
    );
  }
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
