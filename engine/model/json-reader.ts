import type { Finding } from './finding.ts';
import type { Json } from './json.ts';
import { printPath } from './paths.ts';
import { counted } from './text.ts';

const DEEPEST = 200;
const LONGEST_LIST = 1_000_000;

/** What a text holds, or why it is not taken. */
export type Bounded = { readonly value: Json } | { readonly finding: Finding };

/**
 * Reads JSON that a stranger wrote: not too deep, not too long, no key that objects take for their prototype, and none
 * that an object has twice, of which readers take one or the other.
 */
export function boundedJson(text: string): Bounded {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (thrown) {
    // It quotes what it stumbled over, line ends and all.
    const why = (thrown as SyntaxError).message.replaceAll(/\s+/g, ' ');
    const found = `no JSON (${why})`;
    return { finding: { path: '', found, wanted: 'a whole JSON text' } };
  }
  const tally = { keys: 0 };
  const finding = beyondBounds(value, [], tally) ?? repetition(text, tally.keys);
  return finding === undefined ? { value } : { finding };
}

/** A key that is there twice is once in what was read: then `text` has more of them than the `kept`. */
function repetition(text: string, kept: number): Finding | undefined {
  if (keysIn(text) === kept) return undefined;
  const path = repeatedKey(text) ?? [];
  return { path: printPath(path), found: 'this field twice', wanted: 'it once' };
}

function beyondBounds(value: Json, keys: (string | number)[], tally: { keys: number }): Finding | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return { path: printPath(keys), found: 'a number too large', wanted: 'one of at most 1.7e308' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (keys.length >= DEEPEST)
    return {
      path: printPath(keys.slice(0, 3)),
      found: 'something too deep',
      wanted: `at most ${DEEPEST} levels`,
    };
  if (Array.isArray(value) && value.length > LONGEST_LIST)
    return { path: printPath(keys), found: `${value.length} items`, wanted: `at most ${LONGEST_LIST}` };

  const isList = Array.isArray(value);
  for (const [key, part] of isList ? value.entries() : Object.entries(value)) {
    if (key === '__proto__')
      return {
        path: printPath(keys),
        found: 'a field named __proto__',
        wanted: 'a name without a meaning of its own',
      };
    if (!isList) tally.keys += 1;
    keys.push(key);
    const finding = beyondBounds(part as Json, keys, tally);
    if (finding !== undefined) return finding;
    keys.pop();
  }
  return undefined;
}

/** How many keys all objects of `text` have together, those that stand there twice counted twice. It must be JSON. */
function keysIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) count += 1;
  }
  return count;
}

/** The way to the first key that its object has twice. `text` must be JSON. */
function repeatedKey(text: string): readonly (string | number)[] | undefined {
  const open: { readonly seen: Set<string> | undefined; at: string | number }[] = [];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const inside = open.at(-1);
    switch (text.charAt(at)) {
      case '{':
        open.push({ seen: new Set(), at: '' });
        isKey = true;
        break;
      case '[':
        open.push({ seen: undefined, at: 0 });
        isKey = false;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        isKey = inside?.seen !== undefined;
        if (typeof inside?.at === 'number') inside.at += 1;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (isKey && inside?.seen !== undefined) {
          inside.at = JSON.parse(text.slice(at, end + 1)) as string;
          if (inside.seen.has(inside.at)) return open.map((one) => one.at);
          inside.seen.add(inside.at);
          isKey = false;
        }
        at = end;
      }
    }
  }
  return undefined;
}

const QUOTE = 34;
const COLON = 58;

/** Where the string ends that begins at `start`; -1 when it does not end. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** A text of JSON without the numbers that only Python writes. */
export interface PlainNumbers {
  readonly text: string;
  /** What was lost. */
  readonly notes: readonly string[];
}

/** Any number of fewer digits is exact. */
const MANY_DIGITS = 16;
const SUSPECT = new RegExp(`\\b(?:NaN|Infinity)\\b|\\d{${MANY_DIGITS}}`);
const TOKEN = /-?(?:NaN|Infinity|\d[\d.eE+-]*)/y;
const [QUOTE_OF_PLAIN_NUMBERS, MINUS, ZERO, NINE, I, N] = [34, 45, 48, 57, 73, 78];

/**
 * `text` as Python writes JSON, with null for NaN and infinity, which JSON has not. Notes them, and whole numbers that are
 * too long to be exact.
 */
export function plainNumbers(text: string): PlainNumbers {
  if (!SUSPECT.test(text)) return { text, notes: [] };
  let [plain, taken, words, rounded] = ['', 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE_OF_PLAIN_NUMBERS) {
      at = endOfString(text, at);
      if (at < 0) break;
    } else if ((code >= ZERO && code <= NINE) || code === MINUS || code === N || code === I) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(text)?.[0] ?? text[at]!;
      if (/[Ny]$/.test(token)) {
        plain += `${text.slice(taken, at)}null`;
        taken = at + token.length;
        words += 1;
      } else if (isRounded(token)) rounded += 1;
      at += token.length - 1;
    }
  }
  return { text: plain + text.slice(taken), notes: notesOf(words, rounded) };
}

function isRounded(token: string): boolean {
  if (token.length < MANY_DIGITS || !/^-?\d+$/.test(token)) return false;
  const read = Number(token);
  return Number.isFinite(read) && BigInt(read) !== BigInt(token);
}

const notesOf = (words: number, rounded: number): readonly string[] => [
  ...(words === 0 ? [] : [`${counted(words, 'number')} that JSON has not (NaN, Infinity): null here.`]),
  ...(rounded === 0 ? [] : [`${counted(rounded, 'whole number')} of too many digits: rounded here.`]),
];
