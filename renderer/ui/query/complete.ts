/** A piece of a filter as it was typed, with where each part stands. */
export interface Token {
  readonly from: number;
  readonly to: number;
  readonly not: boolean;
  /** `undefined` for plain words. */
  readonly key: string | undefined;
  readonly operator: string;
  readonly value: string;
  /** Where the value begins, its quote included. */
  readonly valueFrom: number;
  readonly quoted: boolean;
}

const TOKEN = /(-?)(?:([a-zA-Z]+(?:\.[\w-]*)?)(!=|>=|<=|[:=~<>]))?("[^"]*"?|[^\s"]*)/y;

/** Cuts `text` at its spaces. A quote that is not closed goes on to the end. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (at >= text.length) return tokens;
    TOKEN.lastIndex = at;
    const [whole, minus = '', key, operator = '', written = ''] = TOKEN.exec(text)!;
    // Only a quote in the middle of a word matches nothing.
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

/** What could stand in place of the characters `from` to before `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Said beside it. */
  readonly hint: string;
}

/** What a query may ask for. */
export interface Keys {
  /** Every key as it is written, with what it is about. */
  readonly words: Readonly<Record<string, string>>;
  /** The values there are of a key; `undefined` where there is no such key, or anything goes. */
  readonly valuesOf: (key: string) => readonly string[] | undefined;
}

const MOST = 12;

/** How a query could go on at `caret`: keys, or values of a key. Nothing where plain words are typed. */
export function completionsOf(text: string, caret: number, keys: Keys): readonly Completion[] {
  const token = tokensOf(text.slice(0, caret)).find(({ to }) => to === caret);
  if (token === undefined) return keysLike(keys, '', caret, caret);
  const { key, value, valueFrom } = token;
  if (key === undefined) return token.quoted ? [] : keysLike(keys, value.toLowerCase(), valueFrom, caret);
  const values = token.quoted ? undefined : keys.valuesOf(key);
  const last = value.slice(value.lastIndexOf(',') + 1).toLowerCase();
  return (values ?? [])
    .filter((known) => known.toLowerCase().startsWith(last) && known.toLowerCase() !== last)
    .slice(0, MOST)
    .map((known) => ({ from: caret - last.length, to: caret, text: written(known), hint: '' }));
}

const keysLike = ({ words }: Keys, beginning: string, from: number, to: number): readonly Completion[] =>
  Object.entries(words)
    .filter(([key]) => key.startsWith(beginning))
    .map(([text, hint]) => ({ from, to, text, hint }));

const written = (value: string): string => (/[\s",]/.test(value) ? `"${value}"` : value);
