import type { Json } from '../model/json.ts';

const DEEPEST = 200;

/** Characters. What is longer is no argument anybody wrote. */
const LONGEST = 1_000_000;

const TOKEN =
  /\s*(?:([[\](){},:])|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(True|False|None)\b|('[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))\s*/suy;

const words: Readonly<Record<string, Json>> = { True: true, False: false, None: null };
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** What Python's `repr` of plain lists, dictionaries, texts, numbers and constants says; `undefined` for all else. */
export function readPythonLiteral(text: string): Json | undefined {
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
