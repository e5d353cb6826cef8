import type { $ZodType, output } from 'zod/v4/core';
import { checkShape, type Finding } from '../problem.ts';
import { type Json, MAX_JSON_DEPTH } from './json.ts';
import { printPath } from './paths.ts';
import { plural } from './text.ts';

const MAX_ITEMS = 1_000_000; // in one list

/** Whole numbers with fewer digits are exact. */
const MANY_DIGITS = 16;

/**
 * Parses untrusted JSON: files, lines of agents, typed values. Refuses JSON that would harm the program (values nested too deep,
 * lists too long, fields named `__proto__`) and JSON that programs read differently (a field given twice, numbers too large).
 * @param maxDepth how many levels of lists and objects are accepted
 */
export function readJson(
  text: string,
  maxDepth = MAX_JSON_DEPTH,
): { readonly value: Json } | { readonly findings: readonly Finding[] } {
  const bare = withoutMark(text);
  const scanned = scan(bare, maxDepth);
  return 'findings' in scanned ? scanned : parse(replaced(bare, scanned.negativeZeros));
}

/** Parses untrusted JSON and checks that it has the form `shape`. */
export function readJsonAs<Shape extends $ZodType>(
  shape: Shape,
  text: string,
): { readonly data: output<Shape> } | { readonly findings: readonly Finding[] } {
  const read = readJson(text);
  return 'findings' in read ? read : checkShape(shape, read.value);
}

/**
 * Parses JSON as Python writes it: NaN and Infinity, which JSON does not have, become null. The notes report numbers that cannot
 * be kept, with their paths.
 */
export function readPythonJson(
  text: string,
): { readonly value: Json; readonly notes: readonly string[] } | { readonly findings: readonly Finding[] } {
  const bare = withoutMark(text);
  const scanned = scan(bare, MAX_JSON_DEPTH);
  if ('findings' in scanned) return scanned;
  const { notNumbers, negativeZeros, lost } = scanned;
  const changes = [...notNumbers, ...negativeZeros].sort((one, other) => one.start - other.start);
  const read = parse(replaced(bare, changes));
  if ('findings' in read) return read;
  return {
    value: read.value,
    notes: NUMBER_CHANGES.flatMap(({ kind, what, result }) => {
      const { count, places } = lost[kind];
      if (count === 0) return [];
      const more = count > places.length ? ` and ${count - places.length} more` : '';
      return [`${plural(count, what)} ${result}: ${places.join(', ')}${more}.`];
    }),
  };
}

/** How numbers that cannot be kept are changed. */
const NUMBER_CHANGES = [
  { kind: 'none', what: 'NaN or infinite number', result: 'replaced by null' },
  { kind: 'rounded', what: 'whole number', result: 'of too many digits rounded' },
  { kind: 'zero', what: 'negative zero', result: 'read as 0' },
] as const;

/** Numbers that are changed in one way: how many, and the paths of the first. */
interface ChangedNumbers {
  count: number;
  readonly places: string[];
}

const MAX_PLACES = 3;

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

function parse(text: string): { readonly value: Json } | { readonly findings: readonly Finding[] } {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (thrown) {
    // The message quotes the faulty text, with its line ends.
    const why = (thrown as SyntaxError).message.replaceAll(/\s+/g, ' ');
    return { findings: [{ path: '', message: `The text is not valid JSON (${why}).` }] };
  }
}

/** A list or an object around the current position of the scan. */
interface Container {
  /** The names of an object's fields so far. */
  readonly fields: Set<string> | undefined;
  at: string | number;
}

/** A number in a text, and its replacement. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** The numbers that a scan found. */
interface Scan {
  /** Each NaN and Infinity. */
  readonly notNumbers: readonly Replacement[];
  readonly negativeZeros: readonly Replacement[];
  readonly lost: Readonly<Record<(typeof NUMBER_CHANGES)[number]['kind'], ChangedNumbers>>;
}

const BEGINS_NUMBER = /[-\dNI]/;
const NUMBER = /-?(?:NaN|Infinity|\d[\d.eE+-]*)/y;

/** Finds everything that `JSON.parse` accepts and Orrery refuses. `text` may be invalid JSON. */
function scan(text: string, maxDepth: number): Scan | { readonly findings: readonly Finding[] } {
  const open: Container[] = [];
  const notNumbers: Replacement[] = [];
  const negativeZeros: Replacement[] = [];
  const lost = {
    none: { count: 0, places: [] as string[] },
    rounded: { count: 0, places: [] as string[] },
    zero: { count: 0, places: [] as string[] },
  };
  const lose = (kind: keyof typeof lost): void => {
    const { places } = lost[kind];
    lost[kind].count += 1;
    if (places.length < MAX_PLACES) places.push(printPath(open.map(({ at }) => at)));
  };
  let expectsField = false;
  const refused = (message: string, path = open) => ({
    findings: [{ path: printPath(path.map(({ at }) => at)), message }],
  });

  for (let at = 0; at < text.length; at++) {
    const inside = open.at(-1);
    const character = text[at]!;
    switch (character) {
      case '{':
      case '[':
        if (open.length === maxDepth)
          return refused(`More than ${maxDepth} levels of lists and objects.`, open.slice(0, 3));
        expectsField = character === '{';
        open.push(expectsField ? { fields: new Set(), at: '' } : { fields: undefined, at: 0 });
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        expectsField = inside?.fields !== undefined;
        if (typeof inside?.at === 'number') {
          inside.at += 1;
          if (inside.at === MAX_ITEMS)
            return refused(`The list has more than ${MAX_ITEMS} items.`, open.slice(0, -1));
        }
        break;
      case '"': {
        const end = endOfString(text, at);
        if (end < 0) return { notNumbers, negativeZeros, lost };
        if (expectsField && inside?.fields !== undefined) {
          expectsField = false;
          const field = unquoted(text, at, end);
          if (field === '__proto__') return refused('A field is named __proto__.', open.slice(0, -1));
          inside.at = field;
          if (inside.fields.has(field)) return refused('The field is given twice.');
          inside.fields.add(field);
        }
        at = end;
        break;
      }
      default: {
        if (!BEGINS_NUMBER.test(character)) break;
        NUMBER.lastIndex = at;
        const number = NUMBER.exec(text)?.[0];
        if (number === undefined) break;
        const end = at + number.length;
        if (/[Ny]$/.test(number)) {
          notNumbers.push({ start: at, end, by: 'null' });
          lose('none');
        } else if (Math.abs(Number(number)) === Infinity) return refused('The number is too large.');
        else if (isRounded(number)) lose('rounded');
        else if (Object.is(Number(number), -0)) {
          negativeZeros.push({ start: at, end, by: '0' });
          lose('zero');
        }
        at = end - 1;
      }
    }
  }
  return { notNumbers, negativeZeros, lost };
}

/** The end of the string that begins at `start`; -1 when it does not end. */
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

/** The parsed string from `start` to `end`; the raw text if it is invalid, because the parser will refuse it. */
function unquoted(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  if (!raw.includes('\\')) return raw;
  const read = parse(text.slice(start, end + 1));
  return 'value' in read ? (read.value as string) : raw;
}

function isRounded(number: string): boolean {
  return number.length >= MANY_DIGITS && /^-?\d+$/.test(number) && BigInt(Number(number)) !== BigInt(number);
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  if (replacements.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, by } of replacements) {
    parts.push(text.slice(from, start), by);
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}
