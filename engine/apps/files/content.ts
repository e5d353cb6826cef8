import type { AsIs } from '../as-is.ts';
import { refuse } from '../tool.ts';
import { isBase64, textOf, toBase64 } from './bytes.ts';
import { makeFolder, needEntry, positionIn } from './entries.ts';
import type { FileEntry, FileState } from './file-tree.ts';
import { namesOf, pathOf } from './path.ts';

/**
 * What is in the file at `path`, in base64.
 *
 * @throws {ToolError} when there is no file, it is a placeholder, or `path` leads out of the root.
 */
export function readFile(state: FileState, path: string): string {
  const { text, base64 } = contentAt(state, path);
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
  const names = namesOf(path);
  const name = names.at(-1);
  if (name === undefined || path.endsWith('/'))
    return refuse('IsADirectoryError', `found the folder "${path}", wanted a path to a file`);
  if (!isBase64(base64)) return refuse('ValueError', `${path}: found a content that is no base64`);

  const folder = makeFolder(state, names.slice(0, -1), seconds);
  const at = positionIn(folder, name);
  const before = at < 0 ? undefined : folder.children[at];
  if (before?.type === 'directory') isFolder(path);
  const created = before === undefined ? seconds : before.created;
  const text = textOf(base64);
  const file: FileEntry = {
    name,
    type: 'file',
    ...(text === undefined ? { base64 } : { text }),
    ...(created === undefined ? {} : { created }),
    modified: seconds,
  };
  if (at < 0) folder.children.push(file);
  else folder.children[at] = file;
}

/** The file at `path` with a content. @throws {ToolError} as {@link readFile}. */
export function contentAt(state: FileState, path: string): AsIs<FileEntry> {
  const names = namesOf(path);
  const entry = needEntry(state, names);
  if (entry.type === 'directory') return isFolder(path);
  if (entry.text === undefined && entry.base64 === undefined)
    refuse(
      'FileNotFoundError',
      `found "${pathOf(names)}" without its content, which the recording does not hold`,
    );
  return entry;
}

const isFolder = (path: string): never =>
  refuse('IsADirectoryError', `found a folder at "${path}", wanted a file`);
