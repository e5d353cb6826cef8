/** What a page says, as text: a blank line between blocks, `#` before headings, `-` before items of lists. */
export interface Page {
  readonly title: string;
  readonly text: string;
}

// No pattern here can look twice at the same stretch of a long page: each stops at the next `<`.
const HIDDEN = /<(?:!--|(script|style|template|noscript|svg)\b)/gi;
const TITLE = /<title[^<>]*>([^<]*)/i;
const TAG = /<(\/?)([a-z][a-z0-9]*)[^<>]*>|<![^<>]*>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;

const INLINE =
  /^(?:a|abbr|b|bdi|cite|code|del|em|font|i|img|input|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Reads `html`, as forgiving as browsers are: it never fails. */
export function readHtml(html: string): Page {
  const shown = withoutHidden(html).replace(/\s+/g, ' ');
  const title = decoded(TITLE.exec(shown)?.[1] ?? '').trim();
  const lines = shown
    .replace(TITLE, '')
    .replace(TAG, (_tag, slash: string, name?: string) => layout(name?.toLowerCase() ?? '', slash !== ''))
    .split('\n')
    .map((line) => decoded(line).replace(/ {2,}/g, ' ').trim());
  return {
    title,
    text: lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}

function withoutHidden(html: string): string {
  let kept = '';
  let from = 0;
  for (const opening of html.matchAll(HIDDEN)) {
    if (opening.index < from) continue;
    kept += html.slice(from, opening.index);
    const closing = opening[1] === undefined ? /-->/g : new RegExp(`</${opening[1]}[^<>]*>`, 'gi');
    closing.lastIndex = opening.index;
    if (closing.exec(html) === null) return kept;
    from = closing.lastIndex;
  }
  return kept + html.slice(from);
}

/** What stands for a tag. */
function layout(name: string, closing: boolean): string {
  if (name === '' || INLINE.test(name)) return '';
  if (name === 'td' || name === 'th') return ' ';
  if (name === 'br' || name === 'tr') return closing ? '' : '\n';
  if (name === 'li') return closing ? '' : '\n- ';
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level === undefined || closing ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `;
}

const decoded = (text: string): string =>
  text.replace(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
