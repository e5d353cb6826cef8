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
