import type { ReadOnly } from '../../state/index.ts';
import { type FileEntry, type FileState, refuse, ToolError } from '../../world/index.ts';
import { entryAt, makeFolder, type Names, namesOf, needEntry, pathOf, put } from './tree.ts';

/** What is in a file, as its state keeps it. */
export type Content = Pick<FileEntry, 'text' | 'base64'>;

/**
 * What is in the file at `path`, in base64.
 *
 * @throws {ToolError} when there is no file, it is a placeholder, or `path` leads out of the root.
 */
export function readFile(state: FileState, path: string): string {
  const { text, base64 } = contentAt(state, namesOf(path));
  return base64 ?? toBase64(text!);
}

/**
 * Writes `base64` into the file at `path`, which is made, with its folders, where it is missing.
 *
 * What is UTF-8 is kept as text. `seconds` since the Unix epoch is when it happens.
 *
 * @throws {ToolError} when `path` is no place for a file or `base64` is none.
 */
export function writeFile(state: FileState, path: string, base64: string, seconds: number): void {
  const names = fileNamesOf(path);
  makeFolder(state, names.slice(0, -1), seconds);
  putContent(state, names, contentOf(path, base64), seconds);
}

/** The way to a file. @throws {ToolError} `IsADirectoryError` when `path` can only be a folder. */
export function fileNamesOf(path: string): Names {
  const names = namesOf(path);
  return names.length === 0 || path.endsWith('/')
    ? refuse('IsADirectoryError', `"${path}" is the path of a folder, not of a file.`)
    : names;
}

/** What `base64` is kept as. @throws {ToolError} `ValueError` naming the `path` when it is none. */
export function contentOf(path: string, base64: string): Content {
  if (!isBase64(base64)) refuse('ValueError', `The content of "${path}" is not base64.`);
  const text = textOf(base64);
  return text === undefined ? { base64 } : { text };
}

/** Writes `content` into the file at `names`, in a folder that is there. @throws {ToolError} when that is a folder. */
export function putContent(state: FileState, names: Names, content: Content, seconds?: number): void {
  const before = entryAt(state, names);
  if (before?.type === 'directory') aFolder(names);
  const created = before === undefined ? seconds : before.created;
  put(makeFolder(state, names.slice(0, -1)), {
    name: names.at(-1)!,
    type: 'file',
    ...content,
    ...(created === undefined ? {} : { created }),
    ...(seconds === undefined ? {} : { modified: seconds }),
  });
}

/** The file at `names`, to look at. @throws {ToolError} when there is none, or a folder. */
export function needFile(state: FileState, names: Names): ReadOnly<FileEntry> {
  const entry = needEntry(state, names);
  return entry.type === 'file' ? entry : aFolder(names);
}

/** The file at `names` with a content. @throws {ToolError} as {@link readFile}. */
export function contentAt(state: FileState, names: Names): ReadOnly<FileEntry> {
  const file = needFile(state, names);
  if (file.text === undefined && file.base64 === undefined)
    refuse('FileNotFoundError', `The recording does not have the content of "${pathOf(names)}".`);
  return file;
}

/** In bytes; `null` when nobody knows. */
export function sizeOf({ text, base64 }: ReadOnly<Content>): number | null {
  if (base64 !== undefined) return base64Size(base64);
  return text === undefined ? null : utf8Size(text);
}

const aFolder = (names: Names): never =>
  refuse('IsADirectoryError', `"${pathOf(names)}" is a folder, not a file.`);

/** Formats that are no text, even where their bytes happen to be. */
const BINARY = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|zip)$/i;
const HTML = /\.html?$/i;

/**
 * The first `most` lines of the document at `path`, as text; all where that is null, or below 1.
 *
 * @throws {ToolError} `FileNotFoundError` saying why, when it cannot be read, is empty or is no text.
 */
export function readDocument(state: FileState, path: string, most: number | null): string {
  try {
    return firstLines(documentAt(state, path), most);
  } catch (thrown) {
    if (thrown instanceof ToolError) refuse('FileNotFoundError', thrown.message);
    throw thrown;
  }
}

function documentAt(state: FileState, path: string): string {
  const names = namesOf(path);
  const { name, text } = contentAt(state, names);
  const where = pathOf(names);
  if (text === undefined || BINARY.test(name)) return refuse('ValueError', `"${where}" is not a text.`);
  if (text.trim() === '') return refuse('ValueError', `"${where}" is empty.`);
  if (!HTML.test(name)) return text;
  const page = readHtml(text);
  return page.title === '' ? page.text : `# ${page.title}\n\n${page.text}`;
}

function firstLines(text: string, most: number | null): string {
  const lines = text.split('\n');
  if (most === null || most < 1 || lines.length <= most) return text;
  return `${lines.slice(0, most).join('\n')}\n\n[Document truncated. Showing ${most} of ${lines.length} lines]`;
}

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

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) values[DIGITS.charCodeAt(value)] = value;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether `text` is base64 as RFC 4648 writes it, padding included. */
export const isBase64 = (text: string): boolean => BASE64.test(text);

/** How many bytes `base64` stands for. */
export const base64Size = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** The UTF-8 bytes of `text`, in base64. Half a surrogate pair becomes U+FFFD. */
export function toBase64(text: string): string {
  const bytes = utf8(text);
  let base64 = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    base64 +=
      DIGITS[bits >> 18]! + DIGITS[(bits >> 12) & 63]! + DIGITS[(bits >> 6) & 63]! + DIGITS[bits & 63]!;
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return base64.slice(0, base64.length - padding) + '='.repeat(padding);
}

/** The text whose UTF-8 bytes `base64` holds; `undefined` when they are no text. */
export function textOf(base64: string): string | undefined {
  const valueAt = (at: number): number => values[base64.charCodeAt(at)]!;
  const size = base64Size(base64);
  let escaped = '';
  for (let at = 0, byte = 0; byte < size; at += 4) {
    const bits = (valueAt(at) << 18) | (valueAt(at + 1) << 12) | (valueAt(at + 2) << 6) | valueAt(at + 3);
    for (let shift = 16; shift >= 0 && byte < size; shift -= 8, byte++)
      escaped += escape((bits >> shift) & 255);
  }
  if (escaped.includes('%00')) return undefined;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

/** How many bytes `text` is in UTF-8. */
export const utf8Size = (text: string): number => utf8(text).length;

const escape = (byte: number): string => `%${byte < 16 ? '0' : ''}${byte.toString(16)}`;

function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
  const bytes = new Uint8Array(escaped.length);
  let size = 0;
  for (let at = 0; at < escaped.length; at++)
    if (escaped[at] === '%') {
      bytes[size++] = parseInt(escaped.slice(at + 1, at + 3), 16);
      at += 2;
    } else bytes[size++] = escaped.charCodeAt(at);
  return bytes.subarray(0, size);
}
