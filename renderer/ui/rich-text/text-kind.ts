import { isJsonObject, type Json } from '../../../engine/model/index.ts';

/** How a text from a tool is shown. */
export type TextKind =
  | { readonly kind: 'terminal' }
  | { readonly kind: 'code'; readonly language: string }
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'plain' };

/** A longer text is shown as it is: looking into it would take too long. */
const MAX_JSON = 1_000_000; // characters
const LOOKED_AT = 4_000; // characters, for a diff's marks

const DIFF = /^(?:diff --git |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- \S.*\n\+\+\+ \S)/m;

/** Images that cannot contain scripts. */
const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
const MAX_IMAGE = 20_000_000; // characters

/** What `text` is, as seen from its content. */
export function textKind(text: string): TextKind {
  if (text.includes('\u001B[')) return { kind: 'terminal' };
  if (isImageUrl(text)) return { kind: 'image', url: text };
  if (DIFF.test(text.slice(0, LOOKED_AT))) return { kind: 'code', language: 'diff' };
  const value = /^\s*[[{]/.test(text.slice(0, 100)) ? jsonIn(text) : undefined;
  return value === undefined ? { kind: 'plain' } : { kind: 'json', value };
}

/** Whether `text` is an image in itself, of a format without scripts. */
export const isImageUrl = (text: string): boolean =>
  text.startsWith('data:image/') && text.length <= MAX_IMAGE && IMAGE.test(text);

/** The object or list that `text` is; `undefined` for anything else. */
function jsonIn(text: string): Json | undefined {
  if (text.length > MAX_JSON) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Endings of files' names, by language. */
const ENDINGS: Readonly<Record<string, string>> = {
  bash: 'sh bash zsh',
  c: 'c h',
  cpp: 'cc cpp cxx hpp',
  csharp: 'cs',
  css: 'css',
  diff: 'diff patch',
  go: 'go',
  ini: 'ini toml cfg',
  java: 'java',
  javascript: 'js jsx mjs cjs',
  json: 'json',
  kotlin: 'kt',
  lua: 'lua',
  markdown: 'md',
  perl: 'pl',
  php: 'php',
  python: 'py pyi',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scss: 'scss',
  sql: 'sql',
  swift: 'swift',
  typescript: 'ts tsx',
  xml: 'xml html svg',
  yaml: 'yaml yml',
};

const BY_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) =>
    endings.split(' ').map((ending) => [ending, language] as const),
  ),
);

/** The language of a file, by the ending of its path. */
export const languageOfPath = (path: string): string | undefined =>
  BY_ENDING.get(/\.(\w{1,5})$/.exec(path.slice(-300))?.[1]?.toLowerCase() ?? '');

/** A text with its middle left out. */
export interface Excerpt {
  readonly head: string;
  readonly tail: string;
  /** The number of lines between. */
  readonly left: number;
}

/** The first and the last lines of `text`, and how many are between; `undefined` when it has hardly more. */
export function excerptOf(text: string, first: number, last: number): Excerpt | undefined {
  const lines = text.split('\n');
  const left = lines.length - first - last;
  return left < 2
    ? undefined
    : { head: lines.slice(0, first).join('\n'), tail: lines.slice(lines.length - last).join('\n'), left };
}
