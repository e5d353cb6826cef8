import { type Json, type JsonObject, MAX_JSON_DEPTH } from '../../model/index.ts';

// Node.js prints objects in a form of its own: names without quotes, texts in single quotes or in several pieces, and names of classes.

/** Matches the first lines of an object that Node.js printed. */
const PRINTED = /^\{\s*\n {2}(?:[A-Za-z_$][\w$]*|'[^'\n]+'): /m;

/** Whether a text has objects as Node.js prints them, for example by the console exporter of OpenTelemetry for JavaScript. */
export const isInspected = (text: string): boolean => PRINTED.test(text);

/** Matches a word with its blanks, or the number of items that are left out. */
const WORD = /\.{3} \d+ more [^\n]*|[^\s{}[\],:]+(?: [^\s{}[\],:]+)*/y;
const BLANKS = /\s*/y;
const QUOTES = ["'", '"', '`'];

/** Matches what stands in place of a value that is not printed, such as `[Object]` or `[Circular *1]`. */
const PLACEHOLDER = /\[([A-Z]\w*(?:[: ][^\]\n]*)?)\]/y;

/** The value in a text that Node.js printed; `undefined` if it is damaged. A value that was left out is a text such as `[Object]`. */
export function readInspected(text: string): Json | undefined {
  const reader = new InspectedReader(text);
  try {
    return reader.value(0);
  } catch (thrown) {
    if (thrown instanceof Damage) return undefined;
    throw thrown;
  }
}

class Damage extends Error {}

class InspectedReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Json {
    if (depth > MAX_JSON_DEPTH) throw new Damage();
    this.#match(BLANKS);
    const placeholder = this.#match(PLACEHOLDER);
    // A prototype stands before its object.
    if (placeholder !== undefined) return this.#takes('{') ? this.#object(depth) : placeholder;
    if (this.#takes('{')) return this.#object(depth);
    if (this.#takes('[')) return this.#list(depth);
    let text = this.#quoted();
    if (text === undefined) {
      const word = this.#word();
      return this.#takes('{') ? this.#object(depth) : plain(word);
    }
    while (this.#takes('+')) text += this.#quoted() ?? '';
    return text;
  }

  #object(depth: number): JsonObject {
    const fields: [string, Json][] = [];
    while (!this.#takes('}')) {
      const name = this.#quoted() ?? this.#word();
      if (!this.#takes(':')) throw new Damage();
      fields.push([name, this.value(depth + 1)]);
      this.#takes(',');
    }
    return Object.fromEntries(fields);
  }

  #list(depth: number): Json {
    const items: Json[] = [];
    while (!this.#takes(']')) {
      items.push(this.value(depth + 1));
      this.#takes(',');
    }
    return items;
  }

  /** The text in quotes that comes next; `undefined` if there is none. */
  #quoted(): string | undefined {
    this.#match(BLANKS);
    const start = this.#position;
    const quote = this.#text[start];
    if (quote === undefined || !QUOTES.includes(quote)) return undefined;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1;
    this.#position = end + 1;
    return unescaped(this.#text.slice(start + 1, end));
  }

  #word(): string {
    const word = this.#match(WORD);
    if (word === undefined) throw new Damage();
    return word;
  }

  /** Moves after a sign if it comes next. */
  #takes(sign: string): boolean {
    this.#match(BLANKS);
    const isNext = this.#text[this.#position] === sign;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#position = pattern.lastIndex;
    return found;
  }
}

/** A word as a value: a number, a truth value, or a text. */
function plain(word: string): Json {
  if (word === 'undefined' || word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number(word.replace(/n$/, ''));
  return Number.isFinite(number) ? number : word;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

const unescaped = (quoted: string): string =>
  quoted.replaceAll(
    /\\(?:x([\dA-F]{2})|u([\dA-Fa-f]{4})|([^]))/g,
    (_, ...[byte, unit, letter]: CodeUnits) => {
      const code = byte ?? unit;
      return code === undefined
        ? (ESCAPES[letter!] ?? letter!)
        : String.fromCharCode(Number.parseInt(code, 16));
    },
  );

/** The groups of an escape, of which one is found: a code in two digits, one in four, or a letter. */
type CodeUnits = readonly (string | undefined)[];
