import type { AsIs } from '../as-is.ts';
import { refuse } from '../tool.ts';
import { base64Size, isBase64, textOf, toBase64, utf8Size } from './bytes.ts';
import { entryAt, makeFolder, needEntry, put } from './entries.ts';
import type { FileEntry, FileState } from './file-tree.ts';
import { namesOf, pathOf, type Names } from './path.ts';

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
    ? refuse('IsADirectoryError', `found the path "${path}" of a folder, wanted one of a file`)
    : names;
}

/** What `base64` is kept as. @throws {ToolError} `ValueError` naming the `path` when it is none. */
export function contentOf(path: string, base64: string): Content {
  if (!isBase64(base64)) refuse('ValueError', `${path}: found a content that is no base64`);
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
export function needFile(state: FileState, names: Names): AsIs<FileEntry> {
  const entry = needEntry(state, names);
  return entry.type === 'file' ? entry : aFolder(names);
}

/** The file at `names` with a content. @throws {ToolError} as {@link readFile}. */
export function contentAt(state: FileState, names: Names): AsIs<FileEntry> {
  const file = needFile(state, names);
  if (file.text === undefined && file.base64 === undefined)
    refuse(
      'FileNotFoundError',
      `found "${pathOf(names)}" without its content, which the recording does not hold`,
    );
  return file;
}

/** In bytes; `null` when nobody knows. */
export function sizeOf({ text, base64 }: AsIs<Content>): number | null {
  if (base64 !== undefined) return base64Size(base64);
  return text === undefined ? null : utf8Size(text);
}

const aFolder = (names: Names): never =>
  refuse('IsADirectoryError', `found a folder at "${pathOf(names)}", wanted a file`);
