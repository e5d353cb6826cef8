import { type Json, MAX_JSON_DEPTH } from './json.ts';

/** Python's white space, which is not JavaScript's, as a class of characters for patterns. */
export const PYTHON_SPACE =
  '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';

/**
 * A date and time as Python's `strptime` accepts it: one or two digits for all parts but the year, any white space between date
 * and time, a space before the day, and digits of any script in most parts.
 */
const DATETIME = new RegExp(
  `^(\\p{Nd}{4})-(1[0-2]|0[1-9]|[1-9])-(3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])${PYTHON_SPACE}+` +
    '(2[0-3]|[01]\\p{Nd}|\\p{Nd}):([0-5]\\p{Nd}|\\p{Nd}):([0-5]\\p{Nd}|\\p{Nd})$',
  'u',
);

/**
 * Seconds since the Unix epoch of a date and time in UTC, such as `2026-01-05 09:00:00`; `undefined` for another text or a day
 * that does not exist.
 */
export function readDatetime(text: string): number | undefined {
  const parts = DATETIME.exec(text)?.slice(1).map(wholeNumber);
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  // The 30th of February rolls over to March instead of failing.
  return year === 0 || date.getUTCDate() !== day ? undefined : date.getTime() / 1000;
}

/** The number that `digits` of any script denote. */
function wholeNumber(digits: string): number {
  const usual = Number(digits);
  if (!Number.isNaN(usual)) return usual;
  let value = 0;
  for (const digit of digits.trimStart()) value = value * 10 + digitValue(digit);
  return value;
}

const DIGIT = /\p{Nd}/u;

/** The value 0 to 9 of a decimal digit of any script. */
export function digitValue(digit: string): number {
  // Unicode has them in runs from 0 to 9, several of which may follow each other.
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** `value` as Python's `str` writes it. */
export const pythonText = (value: Json): string => (typeof value === 'string' ? value : pythonLiteral(value));

/** `value` as a Python literal. */
export function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, field]) => `${quoted(key)}: ${pythonLiteral(field)}`)
    .join(', ')}}`;
}

/** `value` as Python writes it: numbers below 0.0001 have an exponent of two digits or more. */
function numberText(value: number): string {
  const size = Math.abs(value);
  const text = size > 0 && size < 0.0001 ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const plain = text.replace(/[\\\p{C}\p{Z}]/gu, escaped);
  return quote + (quote === "'" ? plain.replaceAll("'", "\\'") : plain) + quote;
}

const named: Readonly<Record<string, string>> = {
  ' ': ' ',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Unprintable characters as Python escapes them: the code point in two, four or eight digits. */
function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const [letter, digits] = code > 0xffff ? ['U', 8] : code > 0xff ? ['u', 4] : ['x', 2];
  return named[character] ?? `\\${letter}${code.toString(16).padStart(digits, '0')}`;
}

const MAX_LENGTH = 1_000_000; // characters; no literal that people or models write is longer

const TOKEN =
  /\s*(?:([[\](){},:])|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(True|False|None)\b|('[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))\s*/suy;

const constants: Readonly<Record<string, Json>> = { True: true, False: false, None: null };
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/**
 * Reads a Python literal of lists, tuples, dictionaries, texts, numbers and constants; `undefined` for everything else, such as a
 * number that would lose digits.
 */
export function readPythonLiteral(text: string): Json | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined) return undefined;
  let at = 0;

  const value = (depth: number): Json | undefined => {
    const token = tokens[at++];
    if (token === undefined || depth > MAX_JSON_DEPTH) return undefined;
    if (Object.hasOwn(closers, token))
      return token === '{' ? dictionary(depth) : list(closers[token]!, depth);
    if (Object.hasOwn(constants, token)) return constants[token];
    if (/^['"]/.test(token)) return unquoted(token);
    return /^[-\d]/.test(token) ? exactNumber(token) : undefined;
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

  /** Skips a comma. Without a comma, the list must end. */
  const separated = (closer: string): boolean => {
    if (tokens[at] !== ',') return tokens[at] === closer;
    at++;
    return true;
  };

  const whole = value(0);
  return at === tokens.length ? whole : undefined;
}

function exactNumber(token: string): number | undefined {
  const number = Number(token);
  return Number.isSafeInteger(number) || (Number.isFinite(number) && /\D/.test(token.slice(1)))
    ? number
    : undefined;
}

function tokensOf(text: string): string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
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
