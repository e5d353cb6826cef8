import { type FileState, refuse, ToolError } from '../../world/index.ts';
import { contentAt, joinPath, parsePath, type PathNames } from './state.ts';

/** Formats that are not text, even when the bytes of a file are valid UTF-8. */
const BINARY_FORMATS = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|zip)$/i;
const HTML = /\.html?$/i;

/**
 * The text of the document at `path`: the first `maxLines` lines, or all when that is null or below 1.
 *
 * @throws {ToolError} `PermissionError` when `path` leads out of the root; `FileNotFoundError` with the reason, when there is no
 *   such file, or it is empty or not text.
 */
export function readDocument(state: FileState, path: string, maxLines: number | null): string {
  const names = parsePath(path);
  try {
    return firstLines(documentText(state, names), maxLines);
  } catch (thrown) {
    if (thrown instanceof ToolError) refuse('FileNotFoundError', thrown.message);
    throw thrown;
  }
}

function documentText(state: FileState, names: PathNames): string {
  const { name, text } = contentAt(state, names);
  const where = joinPath(names);
  if (text === undefined || BINARY_FORMATS.test(name))
    return refuse('ValueError', `"${where}" is not a text document.`);
  if (text.trim() === '') return refuse('ValueError', `"${where}" is empty.`);
  if (!HTML.test(name)) return text;
  const page = readHtml(text);
  return page.title === '' ? page.text : `# ${page.title}\n\n${page.text}`;
}

function firstLines(text: string, maxLines: number | null): string {
  const lines = text.split('\n');
  if (maxLines === null || maxLines < 1 || lines.length <= maxLines) return text;
  return `${lines.slice(0, maxLines).join('\n')}\n\n[Document truncated. Showing ${maxLines} of ${lines.length} lines]`;
}

/** The text of an HTML page, with a blank line between blocks, `#` before headings and `-` before list items. */
export interface HtmlPage {
  readonly title: string;
  readonly text: string;
}

// Every pattern stops at the next `<`, so the time grows only linearly with the length of a page.
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

/** Reads any text as HTML. Like a browser, it never fails. */
export function readHtml(html: string): HtmlPage {
  const shown = withoutHidden(html).replace(/\s+/g, ' ');
  const title = decodeEntities(TITLE.exec(shown)?.[1] ?? '').trim();
  const lines = shown
    .replace(TITLE, '')
    .replace(TAG, (_tag, slash: string, name?: string) => markupFor(name?.toLowerCase() ?? '', slash !== ''))
    .split('\n')
    .map((line) => decodeEntities(line).replace(/ {2,}/g, ' ').trim());
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

/** The text that replaces a tag. */
function markupFor(name: string, closing: boolean): string {
  if (name === '' || INLINE.test(name)) return '';
  if (name === 'td' || name === 'th') return ' ';
  if (name === 'br' || name === 'tr') return closing ? '' : '\n';
  if (name === 'li') return closing ? '' : '\n- ';
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level === undefined || closing ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `;
}

const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
