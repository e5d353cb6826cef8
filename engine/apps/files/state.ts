import { secondsAt, type When } from '../datetime.ts';
import { refuse } from '../tool.ts';
import { contentOf, fileNamesOf, putContent, type Content } from './content.ts';
import { entryAt, makeFolder } from './entries.ts';
import type { FileState } from './file-tree.ts';
import { namesOf, pathOf } from './path.ts';

/** A file that is there from the start: its text, or its content with more about it. */
export type GivenFile =
  | string
  | { readonly text: string; readonly modified?: When }
  | { readonly base64: string; readonly modified?: When };

/** What a file system begins with. */
export interface Cabinet {
  /** By path, such as `Documents/plan.txt`; the folders on the way are made. */
  readonly files?: Readonly<Record<string, GivenFile>>;
  /** Folders with nothing in them. */
  readonly folders?: readonly string[];
}

/** @throws {ToolError} when two files have one path, a path is none of a file, or a content is no base64. */
export function filesWith({ files = {}, folders = [] }: Cabinet): FileState {
  const state: FileState = { files: { name: '', type: 'directory', children: [] }, tmpdir: '/sandbox' };
  for (const path of folders) makeFolder(state, namesOf(path));
  for (const [path, given] of Object.entries(files)) {
    const names = fileNamesOf(path);
    if (entryAt(state, names) !== undefined)
      refuse('FileExistsError', `found two entries at "${pathOf(names)}", wanted one`);
    makeFolder(state, names.slice(0, -1));
    putContent(state, names, givenContent(path, given), modifiedOf(given));
  }
  return state;
}

function givenContent(path: string, given: GivenFile): Content {
  if (typeof given === 'string') return { text: given };
  return 'text' in given ? { text: given.text } : contentOf(path, given.base64);
}

const modifiedOf = (given: GivenFile): number | undefined =>
  typeof given === 'string' || given.modified === undefined ? undefined : secondsAt(given.modified);
