/** A term of a query as typed, with the positions of its parts. */
export interface Token {
  readonly from: number;
  readonly to: number;
  readonly not: boolean;
  /** `undefined` for plain words. */
  readonly key: string | undefined;
  readonly operator: string;
  readonly value: string;
  /** Start of the value, including its quote. */
  readonly valueFrom: number;
  readonly quoted: boolean;
}

const TOKEN = /(-?)(?:([a-zA-Z]+(?:\.[\w-]*)?)(!=|>=|<=|[:=<>]))?("[^"]*"?|[^\s"]*)/y;

/** Splits `text` at spaces. An unclosed quote extends to the end. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (at >= text.length) return tokens;
    TOKEN.lastIndex = at;
    const [whole, minus = '', key, operator = '', written = ''] = TOKEN.exec(text)!;
    // The pattern matches nothing only at a quote within a word.
    const length = Math.max(whole.length, 1);
    const quoted = written.startsWith('"');
    tokens.push({
      from: at,
      to: at + length,
      not: minus === '-',
      key,
      operator,
      value: quoted ? written.replaceAll('"', '') : written,
      valueFrom: at + whole.length - written.length,
      quoted,
    });
    at += length;
  }
}

/** Operators of keys whose values are words. */
export const isWordOperator = (operator: string): boolean =>
  operator === ':' || operator === '=' || operator === '!=';

/** `value` as a query has it: in quotes if it has spaces, commas or quotes, which become `*`. */
export const quoted = (value: string): string =>
  /[\s",]/.test(value) ? `"${value.replaceAll('"', '*')}"` : value;

/** A replacement for the characters `from` to before `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Description shown beside the text. */
  readonly hint: string;
}

/** The keys that a query can use. */
export interface Keys {
  /** All keys as typed, with their descriptions. */
  readonly words: Readonly<Record<string, string>>;
  /** The known values of a key; `undefined` if the key does not exist or takes any value. */
  readonly valuesOf: (key: string) => readonly string[] | undefined;
}

const MAX_SUGGESTIONS = 12;

/** Completions of a query at `caret`: keys, or values of a key. None within plain words. */
export function completionsOf(text: string, caret: number, keys: Keys): readonly Completion[] {
  const token = tokensOf(text.slice(0, caret)).find(({ to }) => to === caret);
  if (token === undefined) return keysLike(keys, '', caret, caret);
  const { key, value, valueFrom } = token;
  if (key === undefined) return token.quoted ? [] : keysLike(keys, value.toLowerCase(), valueFrom, caret);
  const values = token.quoted ? undefined : keys.valuesOf(key);
  const last = value.slice(value.lastIndexOf(',') + 1).toLowerCase();
  return (values ?? [])
    .filter((known) => known.toLowerCase().startsWith(last) && known.toLowerCase() !== last)
    .slice(0, MAX_SUGGESTIONS)
    .map((known) => ({ from: caret - last.length, to: caret, text: quoted(known), hint: '' }));
}

const keysLike = ({ words }: Keys, beginning: string, from: number, to: number): readonly Completion[] =>
  Object.entries(words)
    .filter(([key]) => key.startsWith(beginning))
    .map(([text, hint]) => ({ from, to, text, hint }));
